import type { Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { boundDevice, counted } from "../support/bound-device.ts";

export const PANELS = "/Container/Panels";
export const SEND_MS = 500;

/** A terminal that sends its voltage twice a second and its place, and has a saved command list. */
export async function sendingDevice() {
  const made = await boundDevice();
  const send = async () => {
    await made.terminal.frames(counted(Date.now(), 100)).catch(() => undefined);
    const place = { latitude: 31.2, longitude: 121.5, speed_kmh: 0, course: 0 };
    await made.terminal.positions([{ time: Date.now(), ...place }]).catch(() => undefined);
  };
  await send();
  const timer = setInterval(() => void send(), SEND_MS);
  onTestFinished(() => clearInterval(timer));
  return made;
}

export const widget = (page: Page, kind: string) => page.locator(`[data-widget="${kind}"]`);
