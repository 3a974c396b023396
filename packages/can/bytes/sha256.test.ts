import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { sha256 } from "./sha256.ts";

it("is SHA-256 at every length around its blocks", () => {
  for (let length = 0; length < 300; length++) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 255);
    const wanted = createHash("sha256").update(bytes).digest("hex");
    expect(Buffer.from(sha256(bytes)).toString("hex")).toBe(wanted);
  }
});
