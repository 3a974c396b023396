import { expect, it } from "vitest";
import { shownTarget } from "./shown-target.ts";

it("a recipient is shown without its number, its secret and its parameters [TRG-04]", () => {
  expect(shownTarget("email", "li@example.com")).toBe("li@example.com");
  expect(shownTarget("sms", "13800008000")).toBe("138••••8000");
  expect(shownTarget("voice", "12345")).toBe("••••");
  expect(shownTarget("feishu", "https://open.example.com/hook/abc?x=1#secret")).toBe("open.example.com");
  expect(shownTarget("webhook", "nothing")).toBe("");
  expect(shownTarget("command", '{"method":"lock","params":{"pin":1}}')).toBe("lock");
  expect(shownTarget("command", "{")).toBe("");
});
