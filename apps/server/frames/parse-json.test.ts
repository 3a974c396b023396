import { expect, it } from "vitest";
import { parseJson } from "./parse-json.ts";

it("JSON of a terminal may escape what it likes, but not what no database keeps", () => {
  const parsed = (text: string) => parseJson(Buffer.from(text));
  expect(parsed('{"text":"\\u8f66 \\ud83d\\ude00"}')).toEqual({ text: "车 😀" });
  for (const text of ['"a\\u0000b"', '{"a":["\\ud800"]}', '{"a\\u0000":1}', "{"]) expect(parsed(text)).toBeUndefined();
});
