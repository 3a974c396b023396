import { checkFence } from "@canopy/can/gps/fence";
import { distanceM, lengthM } from "@canopy/can/gps/position";
import { fenceErrors } from "@canopy/contract/places/errors";
import { type FenceShape, fenceOf, problemValues } from "@canopy/contract/places/fence-shape";
import { codeText } from "../../platform/error-texts.ts";
import { translate } from "../../platform/i18n.ts";
import { cornersOf } from "./shape-edit.ts";
import "./fence-texts.ts";

const KM = 1000;

/** "450 m", "12.3 km". */
export const metresText = (metres: number): string =>
  metres < KM ? `${Math.round(metres)} m` : `${Number((metres / KM).toPrecision(3))} km`;

/** "radius 450 m", "1.2 km × 800 m", "12.3 km, 200 m wide", "64 corners". */
export function sizeText(shape: FenceShape): string {
  if (shape.kind === "circle") return translate("places.fence.size.circle", { radius: metresText(shape.radius_m) });
  if (shape.kind === "corridor") {
    const [length, width] = [metresText(lengthM(shape.path)), metresText(2 * shape.half_width_m)];
    return translate("places.fence.size.corridor", { length, width });
  }
  if (shape.kind === "rectangle") {
    const [southWest, southEast, , northWest] = cornersOf(shape);
    if (!southWest || !southEast || !northWest) return "";
    return `${metresText(distanceM(southWest, southEast))} × ${metresText(distanceM(southWest, northWest))}`;
  }
  const count = shape.kind === "polygon" ? shape.corners.length : shape.rings.flat().length;
  return translate("places.fence.size.corners", { count });
}

/** The sentence for a border that cannot be taken; undefined: it can. */
export function problemText(shape: FenceShape): string | undefined {
  const checked = checkFence(fenceOf(shape));
  if (checked.ok) return undefined;
  const { code } = fenceErrors[checked.problem.code];
  return codeText(code, problemValues(checked.problem));
}
