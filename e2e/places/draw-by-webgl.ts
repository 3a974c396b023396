import type { Locator } from "playwright-core";
import { eventually, type Locale } from "../support/visitors.ts";

const CHOICE: Record<Locale, RegExp> = { "zh-CN": /^用 WebGL 绘制/, "en-US": /^Draw by WebGL/ };

/** The browser of the journeys has WebGL in software: a map is plain there until somebody wants it otherwise. */
export async function drawByWebgl(map: Locator, locale: Locale): Promise<void> {
  await eventually(() => map.getAttribute("data-map")).toBe("canvas");
  await map.getByRole("button", { name: CHOICE[locale] }).click();
  await eventually(() => map.getAttribute("data-map")).toBe("webgl");
}
