import { describe, expect, it } from "vitest";
import { ApiError } from "../../platform/http/api-error.ts";
import { readPackageFile } from "./read-package-file.ts";

const IHEX = ":0300300002337A1E\n:00000001FF\n";

/** The code of the refusal, and what it says of the file. */
function refusal(bytes: Uint8Array, baseAddress?: number): unknown[] {
  try {
    readPackageFile(bytes, baseAddress, "en");
  } catch (error) {
    if (error instanceof ApiError) return [error.def.code, error.circumstances.values?.problems];
  }
  return [];
}

describe("the file of a package [UDS-04]", () => {
  it.each([
    ["an ELF", Buffer.from("\x7fELF\x01\x01\x01"), "this is an ELF file: convert it to S19, HEX or BIN first"],
    ["a HEX with a line before it", Buffer.from(`made by x\n${IHEX}`), "line 1: this is no record"],
    ["a HEX in UTF-16", Buffer.from(`\ufeff${IHEX}`, "utf16le"), "the text is in UTF-16: save it in ASCII"],
  ])("is told for what it is, with an address and without: %s", (_, bytes, told) => {
    for (const baseAddress of [undefined, 0x8000]) {
      expect(refusal(bytes, baseAddress)).toEqual(["flash.fileBad", told]);
    }
  });

  it("is a BIN where nothing else is known, and needs an address then", () => {
    expect(refusal(Buffer.of(1, 2, 3))).toEqual(["flash.baseAddress", undefined]);
    expect(readPackageFile(Buffer.of(1, 2, 3), 0x8000, "en")).toMatchObject({
      format: "bin",
      segments: [{ address: 0x8000 }],
    });
    expect(readPackageFile(Buffer.from(`\ufeff${IHEX}`), undefined, "en")).toMatchObject({ format: "ihex" });
  });
});
