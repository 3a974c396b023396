import { describe, expect, it } from "vitest";
import { diagnosisErrors } from "./errors.ts";
import { negativeText, OUTCOMES, outcomeText } from "./outcome-texts.ts";

const CODE = /^(0x)?[0-9A-Fa-f]+$|^[a-z]+[A-Z]\w*$|N_[A-Z]/;

describe("everything that can go wrong has cause and next step in both languages [UDS-05]", () => {
  it.each(OUTCOMES)("%s", (outcome) => {
    for (const language of ["zh", "en"] as const) {
      const { cause, next } = outcomeText(outcome, language);
      for (const text of [cause, next]) {
        expect(text.length).toBeGreaterThan(4);
        expect(text).not.toMatch(CODE);
        expect(/[\u4e00-\u9fff]/.test(text)).toBe(language === "zh");
      }
    }
  });

  it("every negative response code, those of makers and reserved ones too", () => {
    for (let code = 0; code <= 0xff; code++) {
      for (const language of ["zh", "en"] as const) {
        const { cause, next } = negativeText(code, language);
        expect(cause.length, String(code)).toBeGreaterThan(4);
        expect(next.length, String(code)).toBeGreaterThan(4);
        expect(/[\u4e00-\u9fff]/.test(cause), String(code)).toBe(language === "zh");
      }
    }
  });

  it("refusals of the server", () => {
    for (const { text } of Object.values(diagnosisErrors)) {
      expect(text.zh).toMatch(/[\u4e00-\u9fff]/);
      expect(text.en).toMatch(/^[A-Z{]/);
    }
  });
});
