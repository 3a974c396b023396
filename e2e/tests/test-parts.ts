// A device that tells its temperature all the time, for tests of routines.
import { onTestFinished } from "vitest";
import { hotAccount } from "../alarms/hot-battery.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";

const EVERY_MS = 100;

/** `warm` changes what it sends from now on: BMS_1.TempMax on CAN1. */
export async function testedDevice(name: string, degrees: number) {
  const account = await hotAccount();
  const device = await registerDevice(account.tenantId, { name });
  const terminal = await connectTerminal(device);
  let now = degrees;
  const send = () => terminal.frames([{ timeUs: Date.now() * 1000, channel: 0, id: 784, data: [now * 2, 1] }]);
  await send();
  const timer = setInterval(() => void send().catch(() => undefined), EVERY_MS);
  const end = async () => {
    clearInterval(timer);
    await terminal.close();
  };
  onTestFinished(end);
  const warm = (next: number) => {
    now = next;
  };
  return { account, thingsId: device.thingsId, warm, end };
}
