/** Folders below the prefix of S3_URL, beside the segments of the first frame server. */
export const S3_FOLDERS = { files: "files", transfers: "transfers", inbox: "inbox" } as const;

/** Whether a name below the prefix lies in one of them. */
export const isInS3Folder = (name: string): boolean =>
  Object.values(S3_FOLDERS).some((folder) => name.startsWith(`${folder}/`));
