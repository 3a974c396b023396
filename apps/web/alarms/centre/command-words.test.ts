import { commandErrors } from "@canopy/contract/devices/errors";
import { errorText } from "@canopy/contract/error-table";
import { afterEach, beforeEach, expect, it } from "vitest";
import { setErrorTextSource } from "../../platform/error-texts.ts";
import { languageStore } from "../../platform/language.ts";
import { commandStep, outcomeText, problemText } from "./command-words.ts";

const language = languageStore.get();
beforeEach(() => setErrorTextSource(errorText));
afterEach(() => languageStore.set(language));

it("a command that failed is told with its reason, in the user's language [TRG-05]", () => {
  languageStore.set("zh");
  expect(commandStep("time.sync: offline")).toEqual({
    text: "指令“校时”失败",
    content: commandErrors.deviceOffline.text.zh,
  });
  languageStore.set("en");
  expect(commandStep("frames.send: devices.sendingOff")).toEqual({
    text: "The command “Send frames” failed",
    content: commandErrors.sendingOff.text.en,
  });
  expect(commandStep("record.stop: done")).toEqual({ text: "The command “Stop recording” was carried out" });
  expect(outcomeText("timeout")).toBe(commandErrors.responseTimeout.text.en);
  expect(outcomeText("failed busy")).toMatch(/refused.*busy/);
  expect(outcomeText("params frames.0.id")).toContain("frames.0.id");
  expect(new Set(["done", "fault", "lost", "rate", "rights", "unknown"].map(outcomeText)).size).toBe(6);
  expect(outcomeText("something.new")).toBe("something.new");
});

it("an action that was not sent is told with its reason [TRG-04]", () => {
  expect(problemText({ kind: "command", problem: "offline" })).toBe(outcomeText("offline"));
  const problems = ["quota", "rate", "target", "rights", "fault"];
  const texts = problems.map((problem) => problemText({ kind: "sms", problem }));
  expect(new Set(texts).size).toBe(5);
  expect(texts.filter((text) => problems.includes(text))).toEqual([]);
});
