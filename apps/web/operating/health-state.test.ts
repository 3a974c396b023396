import type { FrameServer } from "@canopy/contract/operating/health";
import { expect, it } from "vitest";
import { behindTone, diskTone, fullestDisk, serverTone } from "./health-state.ts";

const GB = 1024 ** 3;
const disk = (free: number, days_left: number | null) => ({ bytes: 100 * GB, free_bytes: free * GB, days_left });
const server: FrameServer = {
  id: "a",
  address: "localhost/canopy_frames",
  is_reachable: true,
  store_version: 1,
  database_bytes: GB,
  segment_bytes: GB,
  frames: 1,
  landed_batches: 0,
  landing: "ok",
  files: { kind: "folder", where: "/data/segments", state: "ok" },
  disk: disk(50, null),
};

it("a batch that waits longer than settling takes is told, and later urgent [USR-08]", () => {
  expect(behindTone(null)).toBeUndefined();
  expect(behindTone(5 * 60_000)).toBeUndefined();
  expect(behindTone(7 * 60_000)).toBe("ordinary");
  expect(behindTone(20 * 60_000)).toBe("urgent");
});

it("a disk is urgent when it is nearly full, or will be within a week [USR-08]", () => {
  expect(diskTone(disk(50, null))).toBeUndefined();
  expect(diskTone(disk(50, 74))).toBeUndefined();
  expect(diskTone(disk(50, 20))).toBe("ordinary");
  expect(diskTone(disk(50, 3))).toBe("urgent");
  expect(diskTone(disk(8, null))).toBe("urgent");
});

it("a server is urgent when it, its files or its settling do not work [USR-08]", () => {
  expect(serverTone(server)).toBeUndefined();
  expect(serverTone({ ...server, is_reachable: false })).toBe("urgent");
  expect(serverTone({ ...server, landing: "stalled" })).toBe("urgent");
  expect(serverTone({ ...server, files: { ...server.files, state: "refused" } })).toBe("urgent");
});

it("of several disks the one that is full first is shown [USR-08]", () => {
  const servers = [disk(20, null), disk(60, 12), null, disk(40, 90)].map((one) => ({ ...server, disk: one }));
  expect(fullestDisk(servers)).toEqual(disk(60, 12));
  expect(
    fullestDisk([
      { ...server, disk: disk(20, null) },
      { ...server, disk: disk(10, null) },
    ]),
  ).toEqual(disk(10, null));
  expect(fullestDisk([])).toBeNull();
});
