import { curveErrors } from "@canopy/contract/signals/curve-errors";
import { testErrors } from "@canopy/contract/tests/errors";
import { MAX_TEST_SAMPLES } from "@canopy/contract/tests/scripts";
import { describe, expect, it } from "vitest";
import { ApiError } from "../../platform/http/api-error.ts";
import { reasonOf } from "./run-failure.ts";

const { signal: going } = new AbortController();

describe("why a run ended [TST-01]", () => {
  it("names the signal that has too many samples, and the one that is chosen twice", () => {
    const values = { signal: "Brake.Pedal", limit: MAX_TEST_SAMPLES };
    expect(reasonOf(new ApiError(testErrors.tooManySamples, { values }), going)).toEqual({
      code: "tooManySamples",
      values,
    });
    const twice = new ApiError(testErrors.signalTwice, { values: { signal: "Brake.Pedal" } });
    expect(reasonOf(twice, going)).toEqual({ code: "signalTwice", values: { signal: "Brake.Pedal" } });
  });

  it("is a signal that is gone, with its file or alone", () => {
    for (const error of [curveErrors.signalGone, curveErrors.dbcGone, curveErrors.revisionGone])
      expect(reasonOf(new ApiError(error), going)).toEqual({ code: "noSignal", values: {} });
  });

  it("is cancelled by a person, and lost by anything else", () => {
    expect(reasonOf(new Error("x"), AbortSignal.abort("cancel"))).toMatchObject({ code: "cancelled" });
    expect(reasonOf(new Error("x"), AbortSignal.abort("timeout"))).toMatchObject({ code: "lost" });
    expect(reasonOf(new Error("x"), going)).toEqual({ code: "lost", values: {} });
  });
});
