import { describe, expect, it } from "vitest";
import { FLAG_BRS, FLAG_ERROR, FLAG_ESI, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "../frame/frame.ts";
import { detectLogFormat } from "./detect.ts";
import type { LogFormat } from "./formats.ts";
import { canonicalLine } from "./testing/canonical.ts";
import { collect } from "./testing/collect.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(text: string) {
  const format = detectLogFormat(bytes(text));
  if (format === undefined) return { format, lines: [], problems: [], frames: [] };
  const { frames, problems } = collect(format, bytes(text));
  return { format, frames, problems, lines: frames.map((frame) => canonicalLine(frame, String(frame.channel), 0)) };
}

/** One frame with id 123 and bytes 11 22, another with id 12345678, in rows of every text format. */
const ROWS: readonly (readonly [string, LogFormat, string, string])[] = [
  ["candump", "candump", "(1.000000) can0 123#1122", "(2.000000) can0 12345678#1122"],
  ["candump, console", "candump", " (1.000000)  can0  123   [2]  11 22", " (2.000000)  can0  12345678   [2]  11 22"],
  ["ASC", "asc", "   1.000000 1  123             Rx   d 2 11 22", "   2.000000 1  12345678x       Rx   d 2 11 22"],
  ["TRC 1.0", "trc", "     1)      1000  0123  2  11 22 ", "     2)      2000  12345678  2  11 22 "],
  [
    "TRC 1.1",
    "trc",
    "     1)      1000.0  Rx         0123  2  11 22 ",
    "     2)      2000.0  Rx     12345678  2  11 22 ",
  ],
  [
    "TRC 1.2",
    "trc",
    "     1)      1000.0 1  Rx         0123  2  11 22 ",
    "     2)      2000.0 1  Rx     12345678  2  11 22 ",
  ],
  [
    "TRC 1.3",
    "trc",
    "     1)      1000.0 1  Rx         0123 -  2    11 22",
    "     2)      2000.0 1  Rx     12345678 -  2    11 22",
  ],
  [
    "TRC 2.0",
    "trc",
    "      1      1000.000 DT     0123 Rx 2  11 22 ",
    "      2      2000.000 DT 12345678 Rx 2  11 22 ",
  ],
  [
    "TRC 2.1",
    "trc",
    "      1      1000.000 DT 1      0123 Rx -  2    11 22 ",
    "      2      2000.000 DT 1  12345678 Rx -  2    11 22 ",
  ],
  ["CSV", "csv", "1.000000,0,0x123,0,0,0,0,0,0,Rx,2,11 22", "2.000000,0,0x12345678,1,0,0,0,0,0,Rx,2,11 22"],
  ["CSV of python-can", "csv", "1.0,0x123,0,0,0,2,ESI=", "2.0,0x12345678,1,0,0,2,ESI="],
  ["CSV of GVRET", "csv", "1000000,00000123,false,Rx,0,2,11,22,", "2000000,12345678,true,Rx,0,2,11,22,"],
  ["CSV of GVRET, first version", "csv", "1000000,00000123,false,0,2,11,22,", "2000000,12345678,true,0,2,11,22,"],
  ["CSV of a GVRET logger", "csv", "1000000,123,0,0,2,11,22", "2000000,12345678,1,0,2,11,22"],
  ["CSV with semicolons", "csv", "1000000;00000123;false;Rx;0;2;11;22;", "2000000;12345678;true;Rx;0;2;11;22;"],
  ["BUSMASTER", "busmaster", "00:00:01:0000 Rx 0 0x123 s 2 11 22", "00:00:02:0000 Rx 0 0x12345678 x 2 11 22"],
  ["CRTD", "crtd", "1.000000 1R11 123 11 22", "2.000000 R29 12345678 11 22 "],
  ["Microchip", "microchip", "1000;RX;0x00000123;2;0x11;0x22;", "2000;RX;0x12345678;2;0x11;0x22;"],
];

describe("logs that begin in the middle, as rotated ones do", () => {
  it.each(ROWS)("%s is told by its rows", (_, format, first, second) => {
    const whole = read(`${first}\n${second}\n`);
    expect(whole).toMatchObject({ format, problems: [] });
    expect(whole.lines).toEqual(["1.000000 0 123 r 2 1122", "2.000000 0 12345678 r 2 1122"]);
  });

  it.each(ROWS)("%s is told behind a line that is cut", (_, format, first, second) => {
    const cut = read(`${first.trim().slice(first.trim().length >> 1)}\n\n${first}\n${second}\n`);
    expect(cut.format).toBe(format);
    expect(cut.problems.length).toBeLessThanOrEqual(1);
    expect(cut.lines.slice(-2)).toEqual(["1.000000 0 123 r 2 1122", "2.000000 0 12345678 r 2 1122"]);
  });

  it("comments before and between the rows of candump are no problem", () => {
    const log = "# host a, can0 at 500 kbit/s\n; rotated\n(1.0) can0 123#11\n// pause\n(2.0) can0 123#22\n";
    expect(read(log)).toMatchObject({ format: "candump", problems: [], lines: { length: 2 } });
  });
});

describe("what candump prints", () => {
  it("reads direction, FD, remote and error frames, the column of characters and dates", () => {
    const log = `  can0  RX - -  123   [8]  11 22 33 44 55 66 77 88   '."3DUfw.'
 (1700000000.000001)  can1  TX B E  12345678  [12]  11 22 33 44 55 66 77 88 99 AA BB CC
 (1700000000.000002)  can0  123   [4]  remote request
 (1700000000.000003)  can0  20000004   [8]  00 04 00 00 00 00 00 00   ERRORFRAME
 (2023-11-14 22:13:20.000004)  can0  7FF   [0]
 (2023-11-14 22:13:20.000005)  can0  7FF  [00]
`;
    const { frames, problems } = read(log);
    expect(problems).toEqual([{ code: "timeMissing", offset: 0, line: 1 }]);
    expect(frames.map(({ timeUs, channel, id, flags, size }) => [timeUs % 1e6, channel, id, flags, size])).toEqual([
      [0, 0, 0x123, 0, 8],
      [1, 1, 0x12345678, FLAG_EXTENDED | FLAG_FD | FLAG_BRS | FLAG_ESI | FLAG_TX, 12],
      [2, 0, 0x123, FLAG_REMOTE, 4],
      [3, 0, 4, FLAG_ERROR, 8],
      [4, 0, 0x7ff, 0, 0],
      [5, 0, 0x7ff, FLAG_FD, 0],
    ]);
    expect(frames[4]?.timeUs).toBe(1_700_000_000_000_004);
  });

  it.each(["can0  123   [9]  11", "can0  800   [1]  11", "can0  1234   [1]  11", "can0  123   [2]  11", "can0 123"])(
    "%s is no frame",
    (line) => {
      expect(read(`can0  123   [1]  11\n${line}\n`).problems.map((problem) => problem.code)).toEqual([
        "timeMissing",
        "badLine",
      ]);
    },
  );
});

describe("CRTD and Microchip", () => {
  it("comments, events and the header are no problem, a bad record is", () => {
    const crtd =
      "1320745424.000 CXX OVMS log\n1320745424.002 2T11 402 FA 01\n1.1 1CEV door\n1320745424.1 R11 800 11\n1.0 R11 402 1G\n";
    expect(read(crtd)).toMatchObject({
      lines: ["1320745424.002000 1 402 t 2 FA01"],
      problems: [
        { code: "badLine", line: 4 },
        { code: "badLine", line: 5 },
      ],
    });
    const microchip = `//---------------------------------
Microchip Technology Inc.
CAN BUS Analyzer
Logging Started: 23/9/2015 22:17:43
//---------------------------------
166064;TX;0x0000021Ax;2;0xFE;0x36;
166064;RX;0x21A;9;0xFE;
`;
    expect(read(microchip)).toMatchObject({
      lines: ["166.064000 0 0000021A t 2 FE36"],
      problems: [{ code: "badLine", line: 7 }],
    });
  });

  it("GVRET: an identifier beyond 11 bits is extended whatever the column says, more than 8 bytes are FD", () => {
    const log = `Time Stamp(us),ID,Extended,Dir,Bus,LEN,D1\n5,18DAF110,false,Rx,1,9,${"11,".repeat(9)}\n`;
    expect(read(log).lines).toEqual([`0.000005 1 18DAF110 rF 9 ${"11".repeat(9)}`]);
  });
});
