import { randomUUID } from "node:crypto";
import { afterAll, describe } from "vitest";
import { FILES_FOLDER } from "../../file-parts.ts";
import type { FilePlace } from "../../files/file-contents.ts";
import type { Files } from "../../platform/files/files.ts";
import { openFar } from "../../platform/files/open-files.ts";
import { s3SettingsOf, type TestS3, testS3, whyNoS3 } from "../engines/test-s3.ts";

export type FilesKind = "folder" | "s3";

/** For `testApp`: where files of devices and of transfers lie. */
interface PlaceLinks {
  filePlace?: FilePlace;
  bucket?: Files;
}

const noS3 = whyNoS3();

/** FIL-06: the same suite over a folder and over a bucket of a real S3 server. */
export function describeFilePlaces(
  name: string,
  { timeout }: { timeout: number },
  body: (openPlace: () => Promise<PlaceLinks>, kind: FilesKind) => void,
): void {
  for (const kind of ["folder", "s3"] as const)
    describe.skipIf(kind === "s3" && noS3 !== undefined)(`${name}, ${kind} [FIL-06]`, { timeout }, () => {
      let server: TestS3 | undefined;
      let bucket: Files | undefined;
      // Behind those of the suite itself.
      afterAll(async () => {
        await bucket?.close();
        await server?.stop();
      });
      body(async () => {
        if (kind === "folder") return {};
        server = await testS3();
        const { port } = server;
        const prefix = randomUUID();
        bucket = await openFar(s3SettingsOf(port, `${prefix}/transfers`));
        const files = await openFar(s3SettingsOf(port, `${prefix}/${FILES_FOLDER}`));
        return { bucket, filePlace: { files, folder: undefined } };
      }, kind);
    });
}
