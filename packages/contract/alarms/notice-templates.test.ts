import { describe, expect, it } from "vitest";
import { noticeTemplate } from "./notice-templates.ts";
import { noticeText } from "./notice-texts.ts";
import { WHOLE_DEVICE } from "./rule-content.ts";

const PARAMETERS = {
  rule: "Cell too hot",
  level: "urgent",
  description: "check {value}",
  device: "EV-01",
  channel: 0,
  value: 58.3,
  peak: 60,
  time: Date.UTC(2026, 10, 17, 8, 31, 2),
} as const;

describe("the text of a notice", () => {
  it("has both languages, the rule's own words and the link once, unless the operator has another [TRG-06]", () => {
    const { subject, content } = noticeText("fired", PARAMETERS, "https://x.example/e");
    expect(subject).toBe("紧急报警：EV-01 Cell too hot / Urgent alarm: EV-01, Cell too hot");
    expect(content.split("\n\n")).toEqual([
      "紧急报警：EV-01 Cell too hot\n数值 58.3，通道 CAN1，2026-11-17 08:31:02 UTC",
      "Urgent alarm: EV-01, Cell too hot\nvalue 58.3, channel CAN1, 2026-11-17 08:31:02 UTC",
      "check {value}",
      "https://x.example/e",
    ]);
  });

  it.each([WHOLE_DEVICE, null])(
    "leaves out lines without a value, and the channel where it is %s [TRG-06]",
    (channel) => {
      const silent = { ...PARAMETERS, value: null, description: "", channel };
      expect(noticeText("recovered", silent, undefined).content).toBe(
        "已恢复：EV-01 Cell too hot\n2026-11-17 08:31:02 UTC\n\nRecovered: EV-01, Cell too hot\n2026-11-17 08:31:02 UTC",
      );
    },
  );

  it.each([
    [32, "LIN1"],
    [48, "DI1"],
    [65, "AI2"],
  ])("names channel %d as %s, as the pages do [TRG-06]", (channel, name) => {
    expect(noticeText("fired", { ...PARAMETERS, channel }, undefined).content).toContain(`channel ${name}, `);
  });

  it("follows a template; what is put in is no template again, and an empty language is left out [TRG-06]", () => {
    const template = noticeTemplate.parse({
      zh: {},
      en: { subject: "{device}", text: "{level} {rule}: {value}, at most {peak}\n{text}" },
    });
    const { subject, content } = noticeText("fired", PARAMETERS, undefined, template);
    expect([subject, content]).toEqual(["EV-01", "Urgent alarm Cell too hot: 58.3, at most 60\ncheck {value}"]);
  });

  it("takes known places only, and at least one language with a subject [TRG-06]", () => {
    const of = (en: object, zh: object = {}) => noticeTemplate.safeParse({ zh, en });
    const codes = (given: ReturnType<typeof of>) => given.error?.issues.map(({ message }) => message);
    expect(codes(of({ subject: "x", text: "{nobody}" }))).toContain("alarms.templatePlace");
    expect(codes(of({ subject: "x", text: "{}" }))).toContain("alarms.templatePlace");
    expect(codes(of({}))).toEqual(["alarms.templateEmpty"]);
    expect(codes(of({ text: "x" }))).toEqual(["alarms.templateEmpty"]);
    expect(of({ subject: "{headline}", text: "{detail}" }).success).toBe(true);
  });
});
