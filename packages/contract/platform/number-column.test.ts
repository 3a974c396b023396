import { expect, it } from "vitest";
import { z } from "zod";
import { numberColumn } from "./number-column.ts";

const reply = z.object({ times: numberColumn });

it("a column takes numbers and nothing else, as it came", () => {
  const times = Array.from({ length: 100_000 }, (_, i) => i * 0.1);
  expect(reply.parse({ times }).times).toBe(times);
  for (const bad of [undefined, null, "1", [1, "2"], [null], [undefined], { length: 0 }]) {
    expect(reply.safeParse({ times: bad }).success).toBe(false);
  }
});
