import { expect, it } from "vitest";
import { translate } from "../../platform/i18n.ts";
import { markText } from "./mark-text.ts";
import type { Mark } from "./time-bar-data.ts";

const say = (mark: Omit<Mark, "atMs">) => markText({ atMs: 0, ...mark }, translate);

it("marks say in words what happened, not in codes [DEV-07]", () => {
  expect(say({ kind: "command", name: "frames.send", from: "command" })).toBe("指令 · 发送帧");
  expect(say({ kind: "recall", name: "files.upload", from: "command" })).toBe("召回文件");
  expect(say({ kind: "state", name: "recording", from: "sd" })).toBe("存储卡 · 记录中");
  expect(say({ kind: "state", name: "4.17.02", from: "firmware" })).toBe("固件 · 4.17.02");
  expect(say({ kind: "state", name: "reboot", from: "reboot" })).toBe("重启");
  expect(say({ kind: "config", name: "config", from: "config" })).toBe("配置");
  expect(say({ kind: "warning", name: "power", from: "event" })).toBe("警告 · 供电");
});

it("a name that a person or a terminal gave stays as it is [DEV-07]", () => {
  expect(say({ kind: "event", name: "door.open", from: "event" })).toBe("事件 · door.open");
  expect(say({ kind: "alarmUrgent", name: "power" })).toBe("紧急报警 · power");
});
