import { setTimeout as sleep } from "node:timers/promises";
import type { TestDevice } from "../terminals/test-device.ts";
import { PageTerminal } from "./page-terminal.ts";
import { between } from "./random.ts";

const AT_FIRST_MS = 200;
const LONGEST_MS = 4_000;

/** Comes in however often it is turned away, waiting longer each time, as the page asks of terminals. */
export async function connectWithRetry(port: number, device: TestDevice, deadlineMs: number): Promise<PageTerminal> {
  const end = Date.now() + deadlineMs;
  for (let pauseMs = AT_FIRST_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_MS)) {
    try {
      return await PageTerminal.open({ port, deviceId: device.deviceId, key: device.key });
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(between(Math.random, pauseMs / 2, pauseMs));
    }
  }
}

/** All at once. */
export function connectAll(port: number, devices: readonly TestDevice[], deadlineMs: number): Promise<PageTerminal[]> {
  return Promise.all(devices.map((device) => connectWithRetry(port, device, deadlineMs)));
}
