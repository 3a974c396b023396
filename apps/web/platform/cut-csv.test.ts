import { expect, it } from "vitest";
import { isCut } from "./cut-csv.ts";

it("an export that is full may have left rows out [USR-07] [DEV-07]", () => {
  const csv = (rows: number) => `${["head", ...Array.from({ length: rows }, (_, n) => String(n))].join("\r\n")}\r\n`;
  expect([isCut(csv(9), 10), isCut(csv(10), 10)]).toEqual([false, true]);
});
