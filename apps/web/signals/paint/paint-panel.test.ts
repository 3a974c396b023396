import { expect, it } from "vitest";
import { NO_SAMPLES, type Samples } from "../samples/samples.ts";
import { type PanelLine, type PanelLook, paintPanel, shapeOf, shortened } from "./paint-panel.ts";

/** The texts written on the canvas. */
function written(samples: Samples): string[] {
  const texts: string[] = [];
  const ctx = new Proxy(
    {},
    {
      get: (_, name) => (name === "fillText" ? (text: string) => texts.push(text) : () => ({ width: 0 })),
      set: () => true,
    },
  ) as CanvasRenderingContext2D;
  const line: PanelLine = { samples, colour: "#000", dash: [], gapUs: Number.POSITIVE_INFINITY, unit: "V", name: "U" };
  const look = { writeNumber: (value: number) => String(value) } as unknown as PanelLook;
  const shape = shapeOf([line], { width: 400, height: 200, gutters: { left: 52, right: 12 } });
  paintPanel(ctx, shape, { fromUs: 0, toUs: 10 }, [line], [], look);
  return texts;
}

it("an axis without a sample has no numbers: a scale from 0 to 1 would be made up [DBC-06]", () => {
  expect(written(NO_SAMPLES)).toEqual([]);
  const samples = { times: Float64Array.of(1, 5), values: Float64Array.of(2, 4), length: 2, pixelUs: null };
  expect(written(samples).length).toBeGreaterThan(1);
});

it("the name of a lane keeps its beginning where there is little room", () => {
  const fits = (most: number) => (text: string) => [...text].length <= most;
  expect(shortened("GearPosition", fits(20))).toBe("GearPosition");
  expect(shortened("GearPosition", fits(6))).toBe("GearP…");
  expect(shortened("GearPosition", fits(0))).toBe("G…");
});
