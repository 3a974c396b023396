import type { zh } from "./texts.zh.ts";

export const en = {
  "files.tenant.title": "The tenant's own files",
  "files.tenant.upload": "Upload a file",
  "files.tenant.none": "No tenant files yet",
  "files.tenant.type": "Type",
  "files.tenant.readers": "Read by",
  "files.tenant.all": "The whole tenant",
  "files.tenant.own": "Its uploader and managers",
  "files.tenant.by": "Uploaded by",
  "files.tenant.downloadOf": "Download {name}",
  "files.tenant.deleteOf": "Delete {name}",
  "files.tenant.deleteTitle": "Delete {name}?",
  "files.tenant.deleteNote": "The file with {size} will be deleted permanently.",
  "files.tenant.file": "File",
  "files.tenant.fileMissing": "Choose a file",
  "files.tenant.typeHint": "such as report",
  "files.tenant.typeMissing": "Enter a type",
} satisfies Record<keyof typeof zh, string>;
