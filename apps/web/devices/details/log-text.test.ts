import type { LogKind } from "@canopy/contract/devices/device-log";
import { expect, it } from "vitest";
import { translate } from "../../platform/i18n.ts";
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

it("what has no words of its own is shown as it was written", () => {
  expect(say("event", { name: "door", open: true })).toBe("name door · open true");
  expect(say("online", {})).toBe("");
});
