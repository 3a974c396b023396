import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeDbcText, detectEncoding, encodeDbcText } from "./encoding.ts";
import { readDbc } from "./parse.ts";

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url)));

it("UTF-8, its mark and GBK are found, and say the same", () => {
  const utf8 = readDbc(fixture("own_utf8.dbc"));
  const marked = readDbc(fixture("own_utf8_bom.dbc"));
  const gbk = readDbc(fixture("own_gbk.dbc"));
  expect([utf8.encoding, marked.encoding, gbk.encoding]).toEqual(["utf-8", "utf-8-bom", "gb18030"]);
  const unix = (text: string) => text.replaceAll("\\r\\n", "\\n");
  expect(unix(JSON.stringify(gbk.dbc.messages))).toBe(unix(JSON.stringify(utf8.dbc.messages)));
});

it("°C in windows-1252 is not taken for a Chinese character", () => {
  const bytes = Uint8Array.of(0x22, 0xb0, 0x43, 0x22);
  expect(decodeDbcText(bytes)).toEqual({ text: '"°C"', encoding: "windows-1252" });
  expect(decodeDbcText(bytes, "gb18030").text).toBe('"癈"');
});

it("a text goes back into the bytes it came from", () => {
  const characters = {
    "utf-8": "车速°Cé𠮷",
    "utf-8-bom": "车速°Cé𠮷",
    gb18030: "车速电池€é𠮷ÿ",
    "windows-1252": "°Céÿ€",
  } as const;
  for (const encoding of Object.keys(characters) as (keyof typeof characters)[]) {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...characters[encoding], "a", "\n")), (list) => {
        const text = list.join("");
        expect(decodeDbcText(encodeDbcText(text, encoding), encoding).text).toBe(text);
      }),
      { numRuns: 30 },
    );
  }
});

it("a character that the encoding lacks becomes a question mark", () => {
  expect(encodeDbcText("车", "windows-1252")).toEqual(Uint8Array.of(0x3f));
  expect(detectEncoding(Uint8Array.of(0x41))).toBe("utf-8");
});
