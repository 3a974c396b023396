import { expect, it } from "vitest";
import { apiNamesOf } from "./permissions.ts";

it("a kept map permits its names, a spoilt one nothing [USR-05]", () => {
  expect(apiNamesOf('{"accounts.userSelf":true}')).toEqual({ "accounts.userSelf": true });
  for (const spoilt of ["", "[]", "nonsense", '{"a":"yes"}']) expect(apiNamesOf(spoilt)).toEqual({});
});
