import type { Transmission } from "@canopy/contract/devices/transmissions";
import { expect, it } from "vitest";
import { translate } from "../../platform/i18n.ts";
import { transmissionWords } from "./transmission-words.ts";

const frame = { channel: 0, id: 0x7df, extended: false, remote: false, fd: false, brs: false, data: "", delay_ms: 0 };
const one: Transmission = {
  id: "a",
  frames: [frame],
  repeat: 0,
  period_ms: 100,
  sent: 1234,
  confirmed: true,
  user_name: null,
  since: 0,
  attended: null,
};
const say = (...list: Transmission[]) => transmissionWords(list, translate);

it("the chip says what is sent, how often and how much, as far as it is known [DEV-06]", () => {
  expect(say(one)).toBe("正在发送 0x7DF，每 100 ms · 已发 1,234 帧");
  expect(say({ ...one, sent: null, period_ms: 0 })).toBe("正在发送 0x7DF");
  expect(say({ ...one, repeat: 1, sent: 2 }), "a long list that is sent once").toBe("正在发送 0x7DF · 已发 2 帧");
  expect(say({ ...one, frames: [frame, frame, frame] })).toContain("0x7DF 等另 2 帧");
  expect(say({ ...one, frames: [] })).toContain("未知帧");
  expect(say({ ...one, confirmed: false, sent: null })).toBe("可能正在发送 0x7DF（设备未应答）");
  expect(say({ ...one, attended: false })).toBe("正在发送 0x7DF，每 100 ms · 已发 1,234 帧 · 发送者的页面已关闭");
  expect(say(one, { ...one, id: "b", sent: 6 })).toBe("正在发送 2 组帧 · 已发 1,240 帧");
});
