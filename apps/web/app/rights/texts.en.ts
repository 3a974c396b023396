import type { zh } from "./texts.zh.ts";

export const en = {
  "app.rights.changed": "Your rights have changed.",
  "app.rights.deviceRead": "The right to read this device is missing.",
  "app.rights.deviceWrite": "Read-write on this device is missing.",
  "app.rights.tenantRead": "The tenant-wide right to read is missing.",
  "app.rights.tenantWrite": "Tenant-wide read-write is missing.",
  "app.rights.manager": "Only the primary account may do this.",
  "app.rights.now": "The page shows what you may do now.",
} satisfies Record<keyof typeof zh, string>;
