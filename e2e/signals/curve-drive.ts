// A drive of a made-up engine, and what journeys over its curves have in common.
import type { Page } from "playwright-core";
import { createDbc } from "../../apps/server/signals/dbc/keep-dbc.ts";
import { database } from "../support/store.ts";
import { connectTerminal } from "../support/terminal.ts";
import type { Locale } from "../support/visitors.ts";

/** Forty seconds of an engine at 100 Hz, twelve without anything, and the same again; one sample is a peak. */
export const STEP_US = 10_000;
export const FRAMES = 4000;
export const GAP_US = 12_000_000;
export const PEAK = 1777;
export const PEAK_VALUE = 640;
export const ENGINE_DBC = `VERSION ""

BU_: ECU

BO_ 256 Engine: 8 ECU
 SG_ Speed : 0|16@1+ (0.1,0) [0|6553] "km/h" ECU
 SG_ Torque : 16|16@1- (0.1,0) [-3276|3276] "Nm" ECU
 SG_ Gear : 32|4@1+ (1,0) [0|3] "" ECU
${Array.from({ length: 11 }, (_, i) => ` SG_ Bit${i} : ${40 + i}|1@1+ (1,0) [0|1] "u" ECU`).join("\n")}

VAL_ 256 Gear 0 "Park" 1 "Reverse" 2 "Neutral" 3 "Drive" ;
`;

export async function giveDbc(tenantId: string, name: string, bytes: Buffer): Promise<void> {
  await createDbc((await database()).db, tenantId, name, { bytes, remark: "", draft: false, author: "" });
}

const FIND = { "zh-CN": "查找信号", "en-US": "Find a signal" } as const;
const NEW_PANEL = { "zh-CN": "新建面板", "en-US": "New panel" } as const;

export const tick = async (page: Page, locale: Locale, ...signals: string[]) => {
  const search = page.getByRole("searchbox", { name: FIND[locale] });
  for (const signal of signals) {
    await search.fill(signal);
    await page.getByRole("checkbox", { name: signal, exact: true }).first().check();
  }
  await search.fill("");
};

/** The signals that are ticked next go into a panel of their own. */
export const newPanel = (page: Page, locale: Locale) =>
  page.getByRole("button", { name: NEW_PANEL[locale], exact: true }).click();

/** How many pixels of the picture of a panel are not empty: what was drawn, whatever it looks like. */
export const inked = (page: Page, panel = 0) =>
  page
    .locator('canvas[data-curve="lines"]')
    .nth(panel)
    .evaluate((canvas: HTMLCanvasElement) => {
      const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      let count = 0;
      for (let i = 3; i < data.length; i += 4) if ((data[i] as number) > 0) count++;
      return count;
    });

/** Where the first panel is, brought into sight. */
export async function plotBox(page: Page) {
  const plot = page.locator('canvas[data-curve="lines"]').first();
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (!box) throw new Error("no plot");
  return box;
}

export async function sendDrive(
  device: { thingsId: string; deviceId: string; key: string },
  baseMs: number,
): Promise<void> {
  const terminal = await connectTerminal(device);
  for (let part = 0; part < 2; part++) {
    const frames = Array.from({ length: FRAMES }, (_, i) => {
      const n = part * FRAMES + i;
      const timeUs = baseMs * 1000 + n * STEP_US + (part === 1 ? GAP_US : 0);
      const speed = n === PEAK ? PEAK_VALUE * 10 : Math.round(600 + 300 * Math.sin(n / 400));
      const torque = Math.round(800 * Math.sin(n / 90)) & 0xffff;
      const gear = Math.floor(n / 1500) % 4;
      return {
        timeUs,
        channel: 0,
        id: 0x100,
        data: [speed & 255, speed >> 8, torque & 255, torque >> 8, gear, 0, 0, 0],
      };
    });
    await terminal.frames(frames);
  }
  await terminal.close();
}
