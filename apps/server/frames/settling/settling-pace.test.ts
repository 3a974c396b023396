import { describe, expect, it } from "vitest";
import { SettlingPace } from "./settling-pace.ts";

describe("the pace of settling", () => {
  it("lets landing run while rounds are short", () => {
    const pace = new SettlingPace();
    expect(pace.landingPauseMs(0)).toBe(0);
    pace.begin(0);
    pace.end(14_000);
    expect(pace.landingPauseMs(14_000)).toBe(0);
  });

  it("slows landing down more the longer the running round takes, up to a second", () => {
    const pace = new SettlingPace();
    pace.begin(0);
    expect(pace.landingPauseMs(15_000)).toBe(0);
    expect(pace.landingPauseMs(30_000)).toBe(500);
    expect(pace.landingPauseMs(600_000)).toBe(1000);
  });

  it("remembers a long round until a shorter one has ended", () => {
    const pace = new SettlingPace();
    pace.begin(0);
    pace.end(45_000);
    pace.begin(46_000);
    expect(pace.landingPauseMs(47_000)).toBe(1000);
    pace.end(50_000);
    expect(pace.landingPauseMs(50_000)).toBe(0);
  });
});
