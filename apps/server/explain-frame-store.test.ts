import { expect, it } from "vitest";
import { recordingRow } from "./explain-frame-store.ts";

const GIGABYTE = 1024 ** 3;

it.each([
  [60, 5, "ok", "55.0 GB, then 5.0 GB stay free"],
  [9, 5, "warn", "4.0 GB, then 5.0 GB stay free"],
  [4, 5, "problem", "0.0 GB, then 5.0 GB stay free"],
  [0.1, 0, "ok", "in the bucket and the database's own disk"],
])(
  "doctor tells with %d GB free and %d GB kept free how much can be recorded: %s [OPS-03]",
  (free, kept, level, value) => {
    const row = recordingRow({ bytes: 100 * GIGABYTE, freeBytes: free * GIGABYTE, keptBytes: kept * GIGABYTE });
    expect(row).toMatchObject({ what: "room for recording", level, value });
  },
);
