import { checkFence, MAX_CORNERS, MAX_FENCE_M, MAX_REGION_CORNERS, MIN_FENCE_M } from "@canopy/can/gps/fence";
import { expect, it } from "vitest";
import { errorText } from "../error-table.ts";
import { fenceErrors } from "./errors.ts";

it("a border that crosses itself is refused with its sides in both languages [GPS-02]", () => {
  const corners = [
    [0, 0],
    [1, 1],
    [1, 0],
    [0, 1],
  ].map(([latitude = 0, longitude = 0]) => ({ latitude, longitude }));
  const checked = checkFence({ kind: "polygon", corners });
  if (checked.ok || checked.problem.code !== "fenceCrossesItself") throw new Error("it was taken");
  const { code } = fenceErrors[checked.problem.code];
  const [one, other] = checked.problem.sides;
  expect(errorText(code, "en", { one, other })).toBe("The border crosses itself: side 1 meets side 3");
  expect(errorText(code, "zh", { one, other })).toBe("边界自相交：第 1 条边与第 3 条边相交");
});

it("the texts have the limits of the check [GPS-02]", () => {
  expect(fenceErrors.fenceSize.text.zh).toContain(`${MIN_FENCE_M} 至 ${MAX_FENCE_M}`);
  expect(fenceErrors.fenceTooManyCorners.text.zh).toContain(String(MAX_CORNERS));
  expect(fenceErrors.fenceTooManyCorners.text.zh).toContain(String(MAX_REGION_CORNERS));
});
