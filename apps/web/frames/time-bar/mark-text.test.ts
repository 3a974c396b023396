import { expect, it } from "vitest";
import { translate } from "../../platform/i18n.ts";
import { markText } from "./mark-text.ts";
import type { Mark } from "./time-bar-data.ts";

const say = (mark: Omit<Mark, "atMs">) => markText({ atMs: 0, ...mark }, translate);

it("marks say in words what happened, not in codes [DEV-07]", () => {
  expect(say({ kind: "command", name: "frames.send", from: "command" })).toBe("指令 · 发送帧");
  expect(say({ kind: "recall", name: "files.upload", from: "command" })).toBe("召回文件");
  expect(say({ kind: "state", name: "recording", from: "sd" })).toBe("SD 卡 · 记录中");
  expect(say({ kind: "state", name: "4.17.02", from: "firmware" })).toBe("固件 · 4.17.02");
  expect(say({ kind: "state", name: "reboot", from: "reboot" })).toBe("重启");
  expect(say({ kind: "config", name: "config", from: "config" })).toBe("配置");
  expect(say({ kind: "warning", name: "power", from: "event" })).toBe("警告 · 供电");
  expect(say({ kind: "warning", name: "device.warning", from: "event" })).toBe("警告 · 终端自述");
  expect(say({ kind: "command", name: "flash.retry", from: "command" })).toBe("指令 · 继续 ECU 升级");
  expect(say({ kind: "diagnosis", name: "opened", from: "diagnosis" })).toBe("开始诊断");
  expect(say({ kind: "import", name: "drive.asc", from: "data" })).toBe("导入 · drive.asc");
  expect(say({ kind: "data", name: "takeOver", from: "data" })).toBe("时钟有误的数据已处理");
  expect(say({ kind: "busOff", name: "CAN1" })).toBe("总线关闭 · CAN1");
  expect(say({ kind: "errorBurst", name: "CAN2 · 340" })).toBe("错误帧突发 · CAN2 · 340");
  expect(say({ kind: "fence", name: "North yard", reason: "enter" })).toBe("驶入围栏 · North yard");
  expect(say({ kind: "alarmUrgent", name: "North yard", reason: "exit" })).toBe("紧急报警 · 驶出围栏 · North yard");
});

it("a name that a person or a terminal gave stays as it is [DEV-07]", () => {
  expect(say({ kind: "event", name: "door.open", from: "event" })).toBe("事件 · door.open");
  expect(say({ kind: "alarmUrgent", name: "power" })).toBe("紧急报警 · power");
});
