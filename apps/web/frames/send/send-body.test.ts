import { COMMAND_TIMEOUT_MS, MAX_COMMAND_TIMEOUT_MS } from "@canopy/contract/devices/commands";
import { expect, it } from "vitest";
import { sendBody } from "./send-body.ts";

const frame = { channel: 0, id: 1, extended: false, remote: false, fd: false, brs: false, data: "", delay_ms: 400 };

it("what repeats is attended by its page, what is sent once is not [DEV-06]", () => {
  const attendedAt = (repeat: number) => sendBody({ frames: [frame], repeat, period_ms: 100 }).attended;
  expect([0, 1, 5].map(attendedAt)).toEqual([true, false, true]);
});

it("the answer is awaited for as long as the list takes [DEV-06]", () => {
  const timeoutOf = (count: number) =>
    sendBody({ frames: Array(count).fill(frame), repeat: 1, period_ms: 0 }).timeout_ms;
  expect([timeoutOf(2), timeoutOf(1000)]).toEqual([COMMAND_TIMEOUT_MS + 800, MAX_COMMAND_TIMEOUT_MS]);
});
