import { FLASH_CAUSES } from "@canopy/can/uds/flash/flash-state";
import { FLASH_INTERLOCKS } from "@canopy/can/uds/flash/interlocks";
import { expect, it } from "vitest";
import { flashFailureText, gateName } from "./flash-texts.ts";

const CODES = [
  "offline",
  "busy",
  "noCard",
  "unknownRun",
  "cancelled",
  "download",
  "size",
  "hash",
  "room",
  "somethingElse",
];

it("every failure of a flash has a cause and a next step in both languages, and none is a bare code [UDS-05]", () => {
  for (const language of ["zh", "en"] as const) {
    for (const cause of FLASH_CAUSES) {
      for (const code of cause === "negative" ? Array.from({ length: 256 }, (_, i) => i) : [null]) {
        const text = flashFailureText({ failure: { phase: "erase", cause, code, denials: [] }, code: null }, language);
        expect(text.cause.length).toBeGreaterThan(4);
        expect(text.next.length).toBeGreaterThan(3);
      }
    }
    for (const code of CODES) {
      const text = flashFailureText({ failure: null, code }, language);
      expect(text.cause.length).toBeGreaterThan(4);
      expect(text.next.length).toBeGreaterThan(3);
    }
    for (const name of FLASH_INTERLOCKS) expect(gateName(name, language)).not.toBe("");
  }
});
