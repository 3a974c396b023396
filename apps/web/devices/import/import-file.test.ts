import { DEVICE_SERIAL_BYTES, deviceIdOf } from "@canopy/contract/devices/device-id";
import { IMPORT_MAX_ROWS } from "@canopy/contract/devices/rules";
import { parseCsv } from "@canopy/contract/platform/csv";
import { describe, expect, it } from "vitest";
import { importTemplate, inLinesOfFile, piecesOf, readImportFile, reportCsv, textOfFile } from "./import-file.ts";

const idOf = (n: number) =>
  deviceIdOf(Array.from({ length: DEVICE_SERIAL_BYTES }, (_, at) => (n >>> (8 * at)) & (at < 4 ? 0xff : 0)));
const read = async (text: string) => {
  const answer = await readImportFile(text, () => undefined);
  if (answer.kind === "refused") throw new Error(JSON.stringify(answer.problem));
  return answer.file;
};

describe("a file of devices", () => {
  it("of 50,000 rows is checked with progress, split into calls, and every row keeps its line [DEV-02]", {
    timeout: 60_000,
  }, async () => {
    const lines = Array.from({ length: 50_000 }, (_, n) =>
      n % 100 === 7 ? `bad,${idOf(n).toLowerCase()}X,` : `"车 ""${n}"", 🚚",${idOf(n)},北区;${n % 10}`,
    );
    const shares: number[] = [];
    const text = `name,third_things_id,labels\r\n${lines.join("\r\n")}`;
    const answer = await readImportFile(text, (share) => shares.push(share));
    if (answer.kind !== "file") throw new Error("refused");
    expect(shares.length).toBeGreaterThan(10);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    const wrong = answer.file.rows.filter(({ problem }) => problem);
    expect(wrong).toHaveLength(500);
    expect(wrong[0]).toMatchObject({ line: 9, problem: { code: "devices.idFormat", field: "third_things_id" } });
    const pieces = piecesOf(answer.file);
    expect(pieces.every((piece) => piece.lines.length <= IMPORT_MAX_ROWS && piece.csv.length < 900_000)).toBe(true);
    expect(pieces.flatMap((piece) => piece.lines)).toHaveLength(49_500);
    const first = parseCsv(pieces[0]?.csv ?? "");
    expect(first?.[1]?.cells).toEqual(['车 "0", 🚚', idOf(0), "北区;0"]);
  });

  it.each([
    ["name", { kind: "missing", column: "third_things_id" }],
    ["name,colour,third_things_id", { kind: "column", column: "colour" }],
    ["name,name,third_things_id", { kind: "column", column: "name" }],
    ['name,"third_things_id', { kind: "csv" }],
    ["name,third_things_id\n\n", { kind: "empty" }],
    ["", { kind: "missing", column: "name" }],
  ])("%j is refused as a whole [DEV-02]", async (text, problem) => {
    expect(await readImportFile(text, () => undefined)).toEqual({ kind: "refused", problem });
  });

  it("has the rules of the server, at their edges and beyond [DEV-02]", async () => {
    const row = (name: string, description: string, id: string) => `${name},${id},${description}`;
    const file = await read(
      [
        "name,third_things_id,description",
        row("n".repeat(64), "中".repeat(128), idOf(1)),
        row("n".repeat(65), "", idOf(2)),
        row("", "", idOf(3)),
        row("x", "d".repeat(129), idOf(4)),
        row("x", "a b", idOf(5)),
        row("x", "", `FF${idOf(6).slice(2)}`),
        row("x", "", idOf(1)),
        row("🚚 شاحنة <script>", "", idOf(7)),
      ].join("\n"),
    );
    expect(file.rows.map(({ problem }) => problem?.code)).toEqual([
      undefined,
      "devices.nameLength",
      "devices.nameLength",
      "devices.descriptionFormat",
      "devices.descriptionFormat",
      "devices.idInvalid",
      "devices.idBound",
      undefined,
    ]);
  });

  it("says of each row what is wrong with its protocol, channels or class [DEV-02]", async () => {
    const file = await read(
      [
        "name,third_things_id,dialect,channel_enable,class",
        `a,${idOf(1)},candtu,1;0;1,gateway`,
        `b,${idOf(2)},,,`,
        `c,${idOf(3)},CANDTU,,`,
        `d,${idOf(4)},,on;off,`,
        `e,${idOf(5)},,${Array(16).fill("1").join(";")},`,
        `f,${idOf(6)},,${Array(17).fill("1").join(";")},`,
        `g,${idOf(7)},,,router`,
      ].join("\n"),
    );
    expect(file.rows.map(({ problem }) => problem && [problem.code, problem.field])).toEqual([
      undefined,
      undefined,
      ["devices.dialectUnknown", "dialect"],
      ["devices.channelCell", "channel_enable"],
      undefined,
      ["devices.channelCell", "channel_enable"],
      ["platform.inputInvalid", "class"],
    ]);
  });

  it("may be what an old spreadsheet saved in Chinese [DEV-02]", () => {
    expect(textOfFile(Uint8Array.from([0xb3, 0xb5]).buffer)).toBe("车");
    expect(textOfFile(new TextEncoder().encode("车").buffer as ArrayBuffer)).toBe("车");
  });

  it("the template is a file that can be imported [DEV-02]", async () => {
    const file = await read(importTemplate({ id: idOf(9), name: "示例", label: "北区" }));
    expect(file.rows.map(({ problem, deviceId }) => [problem, deviceId])).toEqual([[undefined, idOf(9)]]);
  });

  it("answers come back in lines of the file, and the report holds every key [DEV-02]", () => {
    const answered = inLinesOfFile([{ line: 2, third_things_id: "A", ok: true, licence_key: "K" }], [41]);
    expect(answered[0]?.line).toBe(41);
    const words = { header: ["line", "id", "result", "key", "why"], added: "added", failed: "failed" };
    expect(parseCsv(reportCsv(answered, words))?.[1]?.cells).toEqual(["41", "A", "added", "K", ""]);
  });
});
