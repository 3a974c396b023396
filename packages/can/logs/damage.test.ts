import { describe, expect, it, vi } from "vitest";
import { randomFrom } from "../testing/mutate.ts";
import { inflate, sampleLogs } from "./readers.fuzz.ts";
import { collect } from "./testing/collect.ts";

// Many runs each; a busy machine may take its time.
vi.setConfig({ testTimeout: 60_000 });

const SEED = 20_261_115;

describe("damaged logs", () => {
  it.each(sampleLogs())("$name: a file cut anywhere gives the frames before the cut", ({ format, file }) => {
    const whole = collect(format, file, { inflate }).frames;
    const next = randomFrom(SEED);
    for (let n = 0; n < 40; n++) {
      const cut = next(file.length);
      const { frames, problems } = collect(format, file.subarray(0, cut), { inflate, chunkBytes: 4096 });
      expect(frames.length).toBeLessThanOrEqual(whole.length);
      // MDF4 keeps its groups apart: the cut takes from each what lies behind it.
      if (format === "mdf4")
        expect(frames).toEqual(whole.filter((frame) => frames.some((f) => f.timeUs === frame.timeUs)));
      // Of text the last line may be cut where it still is a frame.
      else expect(frames.slice(0, -1)).toEqual(whole.slice(0, Math.max(frames.length - 1, 0)));
      if (frames.length === 0) continue;
      if (format === "blf" || format === "mdf4" || format === "parquet") expect(problems.length).toBeGreaterThan(0);
    }
  });
});
