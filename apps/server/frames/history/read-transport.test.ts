import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { expect, it } from "vitest";
import type { FrameReader, StoredFrame } from "../store/frame-store.ts";
import { transportMessages } from "./read-transport.ts";

const STEP_US = 1_000_000;
/** More than a range was once read to. */
const PAGES = 150;

const frame = (timeUs: number, id: number, data: number[]): StoredFrame => ({
  ...{ timeUs, channel: 0, id, flags: FLAG_EXTENDED, size: 8, k: 0 },
  data: Uint8Array.from(data),
});

/** A broadcast of nine bytes. */
const broadcast = (atUs: number): StoredFrame[] => [
  frame(atUs, 0x18ecff21, [0x20, 9, 0, 2, 0xff, 0xe3, 0xfe, 0]),
  frame(atUs + 1000, 0x18ebff21, [1, 1, 2, 3, 4, 5, 6, 7]),
  frame(atUs + 2000, 0x18ebff21, [2, 8, 9, 255, 255, 255, 255, 255]),
];

it("messages are read to the end of the range, however many pages that takes [UDS-06]", async () => {
  let asked = 0;
  const page: FrameReader["page"] = async () => {
    const frames = broadcast(asked * STEP_US);
    asked += 1;
    return { frames, next: asked < PAGES ? { timeUs: asked * STEP_US, k: 0 } : undefined };
  };
  const found: number[] = [];
  const window = { bindingNumber: 1, channel: 0, fromUs: 0, toUs: PAGES * STEP_US };
  for await (const { timeUs, bytes } of transportMessages({ page }, window)) {
    expect(bytes.length).toBe(9);
    found.push(timeUs);
  }
  expect(found).toEqual(Array.from({ length: PAGES }, (_, i) => i * STEP_US + 2000));
});
