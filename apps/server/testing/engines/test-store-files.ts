import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import type { FrameStoreOptions } from "../../frames/store/open-frame-store.ts";
import { s3SettingsOf } from "./test-s3.ts";

/** Where the segments of a test's store lie: in a folder, with CANOPY_TEST_FILES=s3 in a bucket. */
export function testStoreFiles(): Pick<FrameStoreOptions, "s3"> {
  const port = inject("s3Port");
  return { s3: port === undefined ? undefined : s3SettingsOf(port, randomUUID()) };
}
