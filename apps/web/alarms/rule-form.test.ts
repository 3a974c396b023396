import { ruleContent } from "@canopy/contract/alarms/rule-content";
import { expect, it } from "vitest";
import {
  conditionOf,
  FIRST_FRAME,
  hexOf,
  numberOf,
  shownTargets,
  targetsOf,
  valuesOf,
  withOperator,
} from "./rule-form.ts";

it("a new rule is valid but for its name, and watches its device [TRG-01]", () => {
  const id = "00000000-0000-4000-8000-000000000001";
  const values = { ...valuesOf(undefined, id), name: "n" };
  expect(ruleContent.parse(values)).toMatchObject({ scope: { kind: "device", id }, enabled: false });
});

it("an operator brings the values that it needs [TRG-01]", () => {
  expect(withOperator(FIRST_FRAME, "absent").value).toBe(1000);
  expect(withOperator({ ...FIRST_FRAME, value: 5 }, "in").value_to).toBe(5);
  expect(withOperator(withOperator(FIRST_FRAME, "in"), "gt")).not.toHaveProperty("value_to");
});

it("typed numbers and recipients are read", () => {
  expect([numberOf("1,5"), numberOf(""), numberOf("x")]).toEqual([1.5, undefined, undefined]);
  expect([hexOf("1FF"), hexOf("0x1f"), hexOf("g")]).toEqual([0x1ff, 0x1f, undefined]);
  expect(targetsOf("a@x, b@x；c@x ")).toEqual(["a@x", "b@x", "c@x"]);
});

it("recipients are shown as they are typed, and as they are once something else changed them", () => {
  const typed = { text: "a@x, b@", targets: ["a@x", "b@"] };
  expect(shownTargets(undefined, ["a@x", "c@x"])).toBe("a@x, c@x");
  expect(shownTargets(typed, ["a@x", "b@"])).toBe("a@x, b@");
  expect(shownTargets(typed, ["a@x"])).toBe("a@x");
  expect(shownTargets(typed, [])).toBe("");
});

it("where a signal is back goes with the side of its limit [TRG-03]", () => {
  const reference = { channel: 0, dbc_id: "d", message_id: 1, is_extended: false, signal: "Temp" };
  const hot = { ...conditionOf(reference), value: 55, back: 50 };
  expect(withOperator(hot, "ge")).toMatchObject({ operator: "ge", back: 50 });
  expect(withOperator(hot, "lt")).not.toHaveProperty("back");
  expect(withOperator(hot, "out")).toMatchObject({ value: 55, value_to: 55 });
  expect(withOperator(hot, "out")).not.toHaveProperty("back");
});
