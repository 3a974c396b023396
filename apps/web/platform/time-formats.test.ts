import { fill } from "@canopy/contract/platform/language";
import { describe, expect, it } from "vitest";
import { en } from "./texts.en.ts";
import { zh } from "./texts.zh.ts";
import { type Clock, formatClock, formatDuration, formatRelative, formatTime, zoneName } from "./time-formats.ts";

const SHANGHAI = "Asia/Shanghai";
const nowMs = Date.UTC(2026, 10, 15, 0, 31, 2, 412);
const texts = { zh, en };

function clock(language: "zh" | "en"): Clock {
  const table: Record<string, string> = texts[language];
  return { nowMs, zone: SHANGHAI, t: (key, values) => fill(table[key] ?? key, values) };
}

describe("times [NAV-12]", () => {
  it("stand in the viewer's zone, at the asked precision", () => {
    expect(formatTime(nowMs, SHANGHAI)).toBe("2026-11-15 08:31:02");
    expect(formatTime(nowMs, SHANGHAI, "ms")).toBe("2026-11-15 08:31:02.412");
    expect(formatTime(nowMs, "UTC", "minute")).toBe("2026-11-15 00:31");
    expect(formatTime(nowMs, "America/Los_Angeles", "day")).toBe("2026-11-14");
  });

  it("know midnight as 00, and what is no time", () => {
    expect(formatTime(Date.UTC(2026, 0, 1), "UTC")).toBe("2026-01-01 00:00:00");
    expect(formatTime(null, "UTC")).toBe("—");
    expect(formatTime(Number.NaN, "UTC")).toBe("—");
    expect(formatTime(9e15, "UTC")).toBe("—");
  });

  it("say their day where it is not today, and its year where it is not this one", () => {
    expect(formatClock(nowMs, SHANGHAI, nowMs)).toBe("08:31:02");
    expect(formatClock(nowMs - 86_400_000, SHANGHAI, nowMs, "minute")).toBe("11-14 08:31");
    expect(formatClock(Date.UTC(2023, 10, 14, 22, 30), "UTC", nowMs, "ms")).toBe("2023-11-14 22:30:00.000");
  });

  it("name their zone", () => {
    expect(zoneName(nowMs, SHANGHAI)).toBe("UTC+8");
    expect(zoneName(nowMs, "America/St_Johns")).toBe("UTC−3:30");
    expect(zoneName(nowMs, "UTC")).toBe("UTC");
  });
});

describe("relative times", () => {
  it.each([
    [200, "刚刚", "just now"],
    [12_000, "12 秒前", "12 s ago"],
    [3 * 60_000, "3 分钟前", "3 min ago"],
    [2 * 3_600_000, "2 小时前", "2 h ago"],
    [13.8 * 3_600_000, "昨天 18:43", "yesterday 18:43"],
    [3 * 86_400_000, "3 天前", "3 d ago"],
    [30 * 86_400_000, "2026-10-16 08:31", "2026-10-16 08:31"],
    [-90_000, "1 分钟后", "in 1 min"],
  ])("%d ms ago is %s / %s", (past, chinese, english) => {
    expect(formatRelative(nowMs - past, clock("zh"))).toBe(chinese);
    expect(formatRelative(nowMs - past, clock("en"))).toBe(english);
  });
});

describe("durations", () => {
  it.each([
    [12, "12 毫秒", "12 ms"],
    [3456, "3.4 秒", "3.4 s"],
    [125_000, "2 分 5 秒", "2 min 5 s"],
    [4_320_000, "1 小时 12 分", "1 h 12 min"],
    [273_600_000, "3 天 4 小时", "3 d 4 h"],
  ])("%d ms is %s / %s", (ms, chinese, english) => {
    expect(formatDuration(ms, clock("zh").t)).toBe(chinese);
    expect(formatDuration(ms, clock("en").t)).toBe(english);
  });

  it("says — for what is not known", () => {
    expect(formatDuration(undefined, clock("en").t)).toBe("—");
    expect(formatDuration(Number.NaN, clock("en").t)).toBe("—");
  });
});
