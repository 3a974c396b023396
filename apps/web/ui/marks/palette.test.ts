import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PALETTE, SIGNAL_COLOURS, TRACK_COLOURS } from "./palette.ts";

const css = readFileSync(new URL("../tokens.css", import.meta.url), "utf8");
const split = css.indexOf('[data-theme="dark"]');
const light = variables(css.slice(css.indexOf('[data-theme="light"]'), split));
const drawn = { light, dark: { ...light, ...variables(css.slice(split)) } };

it.each(["light", "dark"] as const)("the %s palette and tokens.css say the same [NAV-12]", (theme) => {
  for (const [name, colour] of Object.entries(PALETTE[theme])) expect(drawn[theme][cssName(name)], name).toBe(colour);
  SIGNAL_COLOURS[theme].forEach((colour, i) => {
    expect(drawn[theme][`signal-${i + 1}`]).toBe(colour);
  });
  TRACK_COLOURS[theme].forEach((colour, i) => {
    expect(drawn[theme][`track-${i + 1}`]).toBe(colour);
  });
});

it.each(["light", "dark"] as const)("text of the %s theme reaches 4.5 : 1 on every ground it stands on", (theme) => {
  const p = PALETTE[theme];
  for (const ground of [p.page, p.surface, p.raised, p.sunken, p.hover]) {
    for (const text of [p.text1, p.text2, p.text3]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
  }
  const pairs = [
    [p.greenText, p.greenSoft],
    [p.greenText, p.surface],
    [p.onFill, p.greenFill],
    [p.onFill, p.urgentFill],
    [p.tip, p.tipSoft],
    [p.ordinary, p.ordinarySoft],
    [p.urgent, p.urgentSoft],
  ] as const;
  for (const [text, ground] of pairs) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5);
});

it.each(["light", "dark"] as const)("every step of a track reaches 3 : 1 on the %s map [GPS-01]", (theme) => {
  const { mapLand, surface } = PALETTE[theme];
  for (const step of TRACK_COLOURS[theme])
    for (const ground of [mapLand, surface]) expect(contrast(step, ground)).toBeGreaterThanOrEqual(3);
});

function variables(block: string): Record<string, string> {
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((m) => [m[1] ?? "", m[2] ?? ""]));
}

function cssName(name: string): string {
  return name.replace(/([A-Z]|\d)/g, (c) => `-${c.toLowerCase()}`);
}

function contrast(a: string, b: string): number {
  const [hi, lo] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return ((hi ?? 0) + 0.05) / ((lo ?? 0) + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
