import type { Fence, FenceProblem } from "@canopy/can/gps/fence";
import { z } from "zod";

const place = z.object({ latitude: z.number(), longitude: z.number() });

/** GPS-02: the border of a fence, WGS-84. Limits are those of `checkFence`. */
export const fenceShape = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("circle"), centre: place, radius_m: z.number() }),
  z.object({ kind: z.literal("polygon"), corners: z.array(place) }),
  /** Across the date line `east` is smaller than `west`. */
  z.object({
    kind: z.literal("rectangle"),
    south: z.number(),
    west: z.number(),
    north: z.number(),
    east: z.number(),
  }),
  z.object({ kind: z.literal("corridor"), path: z.array(place), half_width_m: z.number() }),
  /** An administrative region; islands and holes are rings alike. */
  z.object({ kind: z.literal("region"), rings: z.array(z.array(place)) }),
]);
export type FenceShape = z.output<typeof fenceShape>;

export const FENCE_KINDS = ["circle", "polygon", "rectangle", "corridor", "region"] as const;
export type FenceKind = (typeof FENCE_KINDS)[number];

export function fenceOf(shape: FenceShape): Fence {
  if (shape.kind === "circle") return { kind: "circle", centre: shape.centre, radiusM: shape.radius_m };
  if (shape.kind === "corridor") return { kind: "corridor", path: shape.path, halfWidthM: shape.half_width_m };
  return shape;
}

/** The sides of a border that crosses itself, for its sentence. */
export const problemValues = (problem: FenceProblem): Record<string, number> =>
  problem.code === "fenceCrossesItself" ? { one: problem.sides[0], other: problem.sides[1] } : {};
