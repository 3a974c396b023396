import type { Frame } from "@canopy/can/frame/frame";
import { expect, it } from "vitest";
import { MAX_EVENT_FRAMES, udsMessage, udsRun } from "./uds-job.ts";
import { TerminalJobs } from "./uds-terminal.ts";

const ADDRESSES = { physical_id: 0x7e0, response_id: 0x7e8, functional_id: 0x7df };

function answer(bytes: readonly number[], timeUs: number): Frame {
  const data = Uint8Array.from({ length: 8 }, (_, i) => bytes[i] ?? 0xcc);
  return { timeUs, channel: 0, id: ADDRESSES.response_id, flags: 0, size: 8, data };
}

it("a job of more frames than an event may tell is told to its end [UDS-01]", () => {
  const jobs = new TerminalJobs((timeUs) => timeUs);
  const steps = [{ data: `2EF190${"00".repeat(4000)}` }];
  let sent = jobs.start(udsRun.parse({ job: "j", settings: ADDRESSES, steps }), 0).length;
  let nowUs = 0;
  // The ECU takes one frame at a time.
  for (let i = 0; i < 600; i++) {
    nowUs += 1000;
    sent += jobs.receive(answer([0x30, 1, 0], nowUs), nowUs).length;
  }
  expect(sent).toBe(1 + Math.ceil((4003 - 6) / 7));
  jobs.receive(answer([0x03, 0x6e, 0xf1, 0x90], nowUs), nowUs);
  const messages = jobs.messages();
  expect(messages.map((message) => udsMessage.safeParse(message).success)).toEqual(messages.map(() => true));
  expect(messages.at(-1)?.end).toBe("done");
  const last = messages.at(-1)?.events.at(-1);
  expect([last?.kind, last?.frames.length]).toEqual(["positive", MAX_EVENT_FRAMES]);
  expect(last?.frames.at(-1)?.[3]).toBe("036EF190CCCCCCCC");
});
