import { expect, it } from "vitest";
import { translate } from "../../platform/i18n.ts";
import { commandWords } from "./command-words.ts";

const say = (method: string, params: Record<string, unknown>) => commandWords(method, params, translate);
const frames = [
  { channel: 0, id: 0x7df, data: "02010C" },
  { channel: 0, id: 1 },
];

it("a command of sending is said in words, another as it was written [DEV-06]", () => {
  expect(say("frames.send", { frames: frames.slice(0, 1) })).toBe("0x7DF [3] 02 01 0C，一次");
  const first = "0x7DF [3] 02 01 0C";
  expect(say("frames.send", { frames, repeat: 0, period_ms: 1500 })).toBe(`${first} 等另 1 帧，每 1,500 ms，直到停止`);
  expect(say("frames.send", { frames, repeat: 3, period_ms: 10 })).toBe(`${first} 等另 1 帧，每 10 ms，共 3 次`);
  const long = { channel: 0, id: 0x18fef100, extended: true, fd: true, data: "00".repeat(12) };
  expect(say("frames.send", { frames: [long] })).toBe("0x18FEF100 [12] 00 00 00 00 00 00 00 00 …，一次");
  expect(say("frames.send", { frames: [long], repeat: 0, period_ms: 10 })).toContain("[12] 00 00 00 …，每 10 ms");
  const remote = { channel: 0, id: 0x123, remote: true, length: 8 };
  expect(say("frames.send", { frames: [remote] })).toBe("0x123 RTR 8，一次");
  expect(say("frames.stop", {})).toBe("全部");
  expect(say("frames.stop", { job: "a" })).toBe("其中一组");
  expect(say("files.delete", { filter: "*" })).toBe('{"filter":"*"}');
  expect(say("time.sync", {})).toBe("");
});
