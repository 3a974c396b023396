import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { docsText } from "../testing/docs.ts";

it("docs/groovy.md is what the tables say: else run testing/write-docs.ts [TST-02]", () => {
  expect(readFileSync(join(import.meta.dirname, "../../../docs/groovy.md"), "utf8")).toBe(docsText());
});
