import { expect, it } from "vitest";
import { z } from "zod";
import { endpoint, RATE } from "./endpoint.ts";
import { nullableColumn, numberColumn } from "./number-column.ts";
import { openApiDocument } from "./openapi.ts";

const reply = z.object({ times: numberColumn });

it("a column takes numbers and nothing else, as it came", () => {
  const times = Array.from({ length: 100_000 }, (_, i) => i * 0.1);
  expect(reply.parse({ times }).times).toBe(times);
  for (const bad of [undefined, null, "1", [1, "2"], [null], [undefined], { length: 0 }]) {
    expect(reply.safeParse({ times: bad }).success).toBe(false);
  }
});

it("a column of what is not always known takes null too", () => {
  const column = z.object({ speeds: nullableColumn });
  const speeds = [1, null, 2.5];
  expect(column.parse({ speeds }).speeds).toBe(speeds);
  for (const bad of [undefined, null, [undefined], ["1"]])
    expect(column.safeParse({ speeds: bad }).success).toBe(false);
});

it("a column is an array of numbers in the API document [OPS-03]", () => {
  const call = endpoint({
    name: "test.columns",
    method: "GET",
    path: "/columns",
    summary: { zh: "列", en: "Columns" },
    access: { kind: "public" },
    audited: false,
    rateLimit: RATE.open,
    reply,
  });
  const document = JSON.stringify(openApiDocument([call], { version: "1", language: "en" }));
  expect(document).toContain('"times":{"type":"array","items":{"type":"number"}}');
});
