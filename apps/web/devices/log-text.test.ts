import { expect, it } from "vitest";
import { translate } from "../platform/i18n.ts";
import { logText } from "./log-text.ts";

it("a card and a firmware entry say what it became [DEV-07]", () => {
  expect(logText({ kind: "sd", content: { to: "recording" } }, translate)).toBe("记录中");
  expect(logText({ kind: "firmware", content: { to: "4.17.02" } }, translate)).toBe("4.17.02");
});

it("a command entry says the command, how many of its items went out, and what became of it [DEV-07]", () => {
  const content = { method: "frames.send", state: "done", items: [{ ok: true }, { ok: false }, { ok: true }] };
  expect(logText({ kind: "command", content }, translate)).toBe("发送帧 · 2 / 3 条成功 · 已执行");
  const refused = { method: "vendor.special", state: "failed", error_code: "busy" };
  expect(logText({ kind: "command", content: refused }, translate)).toBe("vendor.special · 被拒绝 · busy");
});

it("what has no words of its own is shown as it was written", () => {
  expect(logText({ kind: "event", content: { name: "door", open: true } }, translate)).toBe("name door · open true");
  expect(logText({ kind: "online", content: {} }, translate)).toBe("");
});
