import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, it } from "vitest";
import { decodeDbcText, encodeDbcText, encodingThatHolds } from "./encoding.ts";
import type { DbcEncoding } from "./encodings.ts";
import { readDbc } from "./parse.ts";

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`../fixtures/${name}`, import.meta.url)));

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
  expect(decodeDbcText(bytes)).toEqual({ text: '"°C"', encoding: "windows-1252", isGuess: false });
  expect(decodeDbcText(bytes, "gb18030").text).toBe('"癈"');
});

it("a text goes back into the bytes it came from", () => {
  const characters = {
    "utf-8": "车速°Cé𠮷",
    "utf-8-bom": "车速°Cé𠮷",
    gb18030: "车速电池€é𠮷ÿ",
    "windows-1252": "°Céÿ€",
    "utf-16le": "车速°Cé𠮷",
    "utf-16be": "车速°Cé𠮷",
    big5: "車速電池溫度",
    shift_jis: "車速バッテリー温度ｱ",
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
  expect(decodeDbcText(Uint8Array.of(0x41)).encoding).toBe("utf-8");
});

it("an encoding that lacks a character gives way to UTF-8 [DBC-01]", () => {
  expect(encodingThatHolds("Kühlmittel °C", "windows-1252")).toBe("windows-1252");
  expect(encodingThatHolds("Kühlmittel 车速", "windows-1252")).toBe("utf-8");
  expect(encodingThatHolds("車速 電池", "big5")).toBe("big5");
  expect(encodingThatHolds("車速 𠮷 é", "big5")).toBe("utf-8");
  expect(encodingThatHolds("车速 𠮷", "gb18030")).toBe("gb18030");
  expect(encodingThatHolds("车速", "utf-16be")).toBe("utf-16be");
});

const named = (comment: string, text: string) =>
  `VERSION ""\r\nBU_: ECU\r\nBO_ 1 M: 8 ECU\r\n SG_ S : 0|8@1+ (1,0) [0|0] "" ECU\r\nCM_ SG_ 1 S "${comment}";\r\nVAL_ 1 S 0 "${text}" ;\r\n`;

it.each([
  ["utf-16le", "车速 °C", "关"],
  ["utf-16be", "车速 °C", "关"],
  ["big5", "電池溫度與車速，單位為攝氏", "關閉"],
  ["shift_jis", "バッテリーの温度と車速", "停止中"],
  ["gb18030", "朱镕基说电池温度和车速", "关闭"],
  ["windows-1252", "Kühlmittel-Temperatur für Gerät ÄÖ in °C, naïve façade", "zurück"],
  ["windows-1252", "température réglée à 20 °C – arrêt", "arrêté"],
] as const)("%s is recognised: %s", (encoding: DbcEncoding, comment, text) => {
  const file = encodeDbcText(named(comment, text), encoding);
  const read = readDbc(file);
  expect(read.encoding).toBe(encoding);
  const [signal] = read.dbc.messages[0]?.signals ?? [];
  expect([signal?.comment, signal?.values[0]?.text]).toEqual([comment, text]);
  const isProven = encoding.startsWith("utf") || encoding === "windows-1252";
  expect(read.problems.map(({ code, subject }) => [code, subject])).toEqual(
    isProven ? [] : [["encodingGuessed", encoding]],
  );
  // A chosen encoding is no guess.
  expect(readDbc(file, encoding).problems).toEqual([]);
});

it.each(["utf-16le", "utf-16be"] as const)("%s without its mark is recognised", (encoding) => {
  const file = encodeDbcText(named("车速", "关"), encoding).subarray(2);
  expect(readDbc(file)).toMatchObject({ encoding, problems: [], dbc: { messages: [{ name: "M" }] } });
});
