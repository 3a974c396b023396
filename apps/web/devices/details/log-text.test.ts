import { FLASH_CAUSES } from "@canopy/can/uds/flash/flash-state";
import { EVENT_LEVELS } from "@canopy/contract/device-link/events";
import { CONFIG_STATES } from "@canopy/contract/devices/configuration";
import {
  DATA_ACTIONS,
  DIAGNOSIS_ACTIONS,
  LOG_KINDS,
  LOG_METHODS,
  type LogContents,
  type LogKind,
} from "@canopy/contract/devices/device-log";
import { SD_STATES } from "@canopy/contract/devices/rules";
import { afterEach, describe, expect, it } from "vitest";
import { translate } from "../../platform/i18n.ts";
import { languageStore } from "../../platform/language.ts";
import { logText } from "./log-text.ts";

const say = (kind: LogKind, content: Record<string, unknown>, nowMs = 2000) =>
  logText({ kind, content, time: 1000 }, translate, nowMs);

it("a card and a firmware entry say what it became [DEV-07]", () => {
  expect(say("sd", { to: "recording" })).toBe("记录中");
  expect(say("firmware", { to: "4.17.02" })).toBe("4.17.02");
});

it("a command entry says what the list of commands says of it, and how many items went out [DEV-07]", () => {
  // The shape that commands.it.test.ts of the server finds in the log.
  const items = [{ channel: 0, id: 0x7df, data: "02010C" }];
  const content = { method: "frames.send", items, result: "done", results: [{ ok: true }] };
  expect(say("command", content)).toBe("发送帧 · 1 / 1 条成功 · 已执行");
  const partly = { ...content, results: [{ ok: true }, { ok: false }, { ok: true }] };
  expect(say("command", partly)).toBe("发送帧 · 2 / 3 条成功 · 已执行");
  const refused = { method: "vendor.special", result: "failed", code: "busy" };
  expect(say("command", refused)).toBe("vendor.special · 被拒绝 · busy");
});

it("a command that waits for its answer claims no result [DEV-07]", () => {
  const content = { method: "frames.send", items: [{ channel: 0, id: 1 }] };
  expect(say("command", content)).toBe("发送帧 · 等待应答");
  expect(say("command", content, 200_000)).toBe("发送帧 · 结果未知");
  const slow = { ...content, items: [{ channel: 0, id: 1, delay_ms: 300_000 }] };
  expect(say("command", slow, 200_000), "a list that is still being sent").toBe("发送帧 · 等待应答");
});

it("a cyclic send says when it ended, why, and how much went out [DEV-06] [DEV-07]", () => {
  const content = { method: "frames.send", result: "done", results: [{ ok: true }], end_time: 0, sent: 1234 };
  expect(say("command", { ...content, end: "ended" })).toMatch(/已执行 · 发送于 19.* 结束 · 共发送 1,234 帧$/);
  expect(say("command", { ...content, end: "offline", sent: null })).toMatch(/随连接断开而结束$/);
});

it("what became of frames with a wrong clock is said in words [DAT-08] [DEV-07]", () => {
  const content = { action: "takeOver", batches: 2, frames: 1234, shift_ms: -3_600_000 };
  expect(say("data", content)).toMatch(/^1,234 帧时钟有误的数据已平移 −1\D.*并入历史$/);
  expect(say("data", { ...content, shift_ms: null })).toContain("按到达时间");
  expect(say("data", { ...content, action: "delete" })).toContain("已删除");
});

it("what a terminal tells beyond its kind is shown as it was written [DEV-07]", () => {
  expect(say("event", { kind: "door.open", level: "warning", side: "left" })).toBe("警告 · door.open · side left");
  expect(say("event", { kind: "power", level: "error" })).toBe("错误 · 供电");
  expect(say("event", { kind: "device.warning", level: "warning", name: "hot" })).toBe("警告 · 终端自述 · name hot");
  expect(say("reboot", { cause: "watchdog" })).toBe("cause watchdog");
  expect(say("online", {})).toBe("");
});

it("an entry of a configuration, a key or an upgrade says what happened [DEV-07] [UDS-04]", () => {
  expect(say("config", { version: 7, hash: "a1", result: "confirmed" })).toBe("版本 7 · 已生效");
  expect(say("key", {})).toBe("许可密钥已更换");
  expect(say("key", { swapped: "A", to: "B" })).toBe("终端 A 已更换为 B，并启用新密钥");
  expect(say("diagnosis", { action: "flashKey", level: 1, result: "done", problem: null })).toMatch(
    /等级 1.* · 已提供$/,
  );
  expect(say("diagnosis", { action: "flashed", outcome: "boot", cause: "timeout" })).toMatch(/引导模式 · ECU 没有响应/);
  const flash = { method: "flash.run", ecu: "BMS", package: "bms-2.s19", result: "done" };
  expect(say("command", flash)).toBe("ECU 升级 · BMS · bms-2.s19 · 已执行");
});

it("a recall waits as long as it takes, and says that it was cancelled or why it failed [DEV-07] [FIL-02]", () => {
  const recall = { method: "files.upload", name: "0001.asc" };
  expect(say("command", recall, 9e9)).toBe("召回文件 · 0001.asc · 等待应答");
  expect(say("command", { ...recall, result: "cancelled" })).toBe("召回文件 · 0001.asc · 已取消");
  expect(say("command", { ...recall, result: "failed", code: "005" })).toBe(
    "召回文件 · 0001.asc · 被拒绝 · 设备响应超时",
  );
});

/** One of everything that the server writes: `LogContents` is the type of what it may. */
const WRITTEN: { readonly [K in LogKind]: readonly LogContents[K][] } = {
  online: [{}],
  offline: [{}],
  reboot: [{}],
  sd: SD_STATES.map((to) => ({ to })),
  firmware: [{ to: "4.17.02" }],
  command: LOG_METHODS.map((method) => ({ method, result: "done" })),
  config: CONFIG_STATES.map((result) => ({ version: 7, hash: "a1", result })),
  key: [{}, { swapped: "A", to: "B" }, { transferred: "A" }],
  event: EVENT_LEVELS.flatMap((level) => ["reboot", "card", "power", "device.info"].map((kind) => ({ kind, level }))),
  data: DATA_ACTIONS.map((action) => ({ action, frames: 2, name: "DRIVE", batches: 1, shift_ms: 5 })),
  diagnosis: [
    ...DIAGNOSIS_ACTIONS.map((action) => ({ action, level: 1, result: "failed", problem: "noScript" })),
    ...["gone", "offline", "ended"].map((reason) => ({ action: "ended" as const, reason })),
    ...FLASH_CAUSES.map((cause) => ({ action: "flashed" as const, outcome: "old", cause })),
  ],
};

describe.each(["zh", "en"] as const)("in %s", (language) => {
  afterEach(() => languageStore.set("zh"));

  it.each(LOG_KINDS)("everything that is written of %s has words of its own [DEV-07] [NAV-12]", (kind) => {
    languageStore.set(language);
    expect(translate(`devices.log.kind.${kind}`)).not.toContain(".");
    for (const content of WRITTEN[kind]) {
      const text = say(kind, content);
      const isPlain = Object.keys(content).length === 0 && kind !== "key";
      if (!isPlain) expect(text, JSON.stringify(content)).not.toBe("");
      // No key of a text, no name of a method, no code, no field of the content.
      expect(text).not.toMatch(/devices\.|[a-z]+\.[a-z]|[a-z][A-Z]|\b(action|problem|hash|result) /);
      if (language === "zh" && !isPlain && kind !== "firmware") expect(text).toMatch(/[\u4e00-\u9fff]/);
      if (language === "en") expect(text).not.toMatch(/[\u4e00-\u9fff]/);
    }
  });
});
