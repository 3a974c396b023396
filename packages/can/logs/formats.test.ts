import { readFileSync } from "node:fs";
import { constants, deflateSync, inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  FLAG_BRS,
  FLAG_ERROR,
  FLAG_ESI,
  FLAG_EXTENDED,
  FLAG_FD,
  FLAG_REMOTE,
  FLAG_TX,
  type Frame,
} from "../frame/frame.ts";
import { detectLogFormat } from "./detect.ts";
import type { LogFormat } from "./formats.ts";
import { canonicalLine } from "./testing/canonical.ts";
import { collect, written } from "./testing/collect.ts";

const inflate = (data: Uint8Array, size: number): Uint8Array =>
  inflateSync(data, { maxOutputLength: size, finishFlush: constants.Z_SYNC_FLUSH });
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url)));
const line = (frame: Frame, startUs = 0): string => canonicalLine(frame, String(frame.channel), startUs);
const read = (format: LogFormat, text: string) => collect(format, bytes(text));
const text = (format: LogFormat, log: string): string[] => {
  const { frames, reader } = read(format, log);
  return frames.map((frame) => line(frame, reader.startUs));
};

describe("the same capture in four formats", () => {
  // Made with python-can 4.1.0 and asammdf 7.3.17 from 3000 frames; ASC has times relative to its trigger block.
  const candump = collect("candump", fixture("own_mixed_candump.log")).frames;

  it.each([
    ["blf", "own_mixed.blf"],
    ["asc", "own_mixed.asc"],
    ["mdf4", "own_mixed.mf4"],
  ] as const)("%s gives the frames of candump", (format, name) => {
    const file = fixture(name);
    expect(detectLogFormat(file)).toBe(format);
    const { frames, problems } = collect(format, file, { inflate });
    expect(problems).toEqual([]);
    // candump wrote remote frames without their length; MDF4 gives frames of equal time by kind.
    const seen = (frame: Frame): string => {
      const isRemote = (frame.flags & FLAG_REMOTE) !== 0;
      return line(isRemote ? { ...frame, size: 0 } : frame).replace(/ \d (?=- [rt]E)/, " ");
    };
    expect(frames.map(seen).sort()).toEqual(candump.map((frame) => seen({ ...frame, flags: frame.flags })).sort());
  });
});

describe("detection", () => {
  it("goes by content", () => {
    const heads: [string, LogFormat | undefined][] = [
      ["\n(1.5) vcan0 123#11\n", "candump"],
      ["date Die Nov 14 22:13:20 2023\nbase hex  timestamps absolute\n", "asc"],
      ["base dec timestamps relative\n", "asc"],
      [";$FILEVERSION=1.1\n", "trc"],
      [";\n;  Message\n     1)      1841  0001  8  00 00 00 00 00 00 00 00\n", "trc"],
      ["***BUSMASTER Ver 3.2***\n", "busmaster"],
      ["\ufefftime_s,channel,id,extended,remote,error,fd,brs,esi,direction,size,data\n", "csv"],
      ["Time Stamp,ID,Extended,Bus,LEN,D1,D2\n", "csv"],
      ["timestamp,arbitration_id,extended,remote,error,dlc,data\n", "csv"],
      ["name,value\n", undefined],
      ['VERSION ""\n', undefined],
      ["MDF     3.30", undefined],
      ["", undefined],
    ];
    for (const [head, format] of heads) expect([head, detectLogFormat(bytes(head))]).toEqual([head, format]);
  });
});

describe("candump", () => {
  it("reads remote, error and FD frames, dots, the raw DLC and the direction", () => {
    const log = `(1.5) can0 123#R
(2.000001) can0 123#R8
(3.0) can1 12345678##3.11.22
(4.0) slcan 7FF#1122334455667788_F T
(5) can0 20000004#0004000000000000
`;
    expect(text("candump", log)).toEqual([
      "1.500000 0 123 rR 0 -",
      "2.000001 0 123 rR 8 -",
      "3.000000 1 12345678 rFBI 2 1122",
      "4.000000 2 7FF t 8 1122334455667788",
      "5.000000 0 - rE 0 -",
    ]);
    expect(read("candump", log).frames[4]).toMatchObject({ id: 4, size: 8 });
  });

  it("writes times of the first second", () => {
    const log = "(0.000000) can0 123#11\n(0.999999) can0 123#11\n(1.000000) can0 123#11\n";
    expect(new TextDecoder().decode(written("candump", read("candump", log).frames).file)).toBe(log);
  });

  it("names the line and the offset of what is no frame", () => {
    const log =
      "(1.0) can0 123#11\n(1.0) can0 123#1\n(1.0) can0 XYZ#\n(1.0) can0 123#112233445566778899\n\n(1.0) can0 800#\n";
    expect(read("candump", log).problems).toEqual([
      { code: "badLine", offset: 18, line: 2 },
      { code: "badLine", offset: 35, line: 3 },
      { code: "badLine", offset: 51, line: 4 },
      { code: "badLine", offset: 86, line: 6 },
    ]);
  });

  it("skips a line without end in constant memory", () => {
    const noise = bytes(`(1.0) can0 123#11\n${"x".repeat(300_000)}\n(2.0) can0 123#22\n`);
    const { frames, problems } = collect("candump", noise, { chunkBytes: 5000 });
    expect(frames.length).toBe(2);
    expect(problems).toEqual([{ code: "lineTooLong", offset: 18, line: 2 }]);
  });
});

describe("a byte order mark", () => {
  it.each([
    ["candump", "(1.0) can0 123#11\n"],
    [
      "csv",
      "time_s,channel,id,extended,remote,error,fd,brs,esi,direction,size,data\n1.0,0,0x123,0,0,0,0,0,0,Rx,1,11\n",
    ],
    ["asc", "   1.0 1  123             Rx   d 1 11\n"],
    ["trc", "     1)      1000.0         0123  1  11\n"],
    ["busmaster", "00:00:01:0000 Rx 0 0x123 s 1 11\n"],
  ] as const)("is no part of the first line of %s", (format, log) => {
    const file = bytes(`\ufeff${log}`);
    expect(detectLogFormat(file)).toBe(format);
    for (const chunkBytes of [65_536, 2]) {
      const { frames, problems } = collect(format, file, { chunkBytes });
      expect(problems).toEqual([]);
      expect(frames.map((frame) => line(frame))).toEqual(["1.000000 0 123 r 1 11"]);
    }
  });
});

describe("ASC", () => {
  const head = "date Tue Nov 14 10:13:20.001 PM 2023\nbase hex  timestamps absolute\ninternal events logged\n";

  it("understands the dates of CANoe in English and German, 12 and 24 hours", () => {
    const start = (date: string): number =>
      read("asc", `date ${date}\nbase hex timestamps absolute\n`).reader.startUs / 1000;
    expect(start("Tue Nov 14 10:13:20.001 PM 2023")).toBe(1_700_000_000_001);
    expect(start("Tue Nov 14 10:13:20 pm 2023")).toBe(1_700_000_000_000);
    expect(start("Die Nov 14 22:13:20 2023")).toBe(1_700_000_000_000);
    expect(start("Sam Mär 2 00:00:01 2024")).toBe(Date.UTC(2024, 2, 2, 0, 0, 1));
    expect(start("Sun Nov 15 12:46:12.480 AM 2026")).toBe(Date.UTC(2026, 10, 15, 0, 46, 12, 480));
  });

  it("reads decimal logs with relative time stamps", () => {
    const log =
      "date Tue Nov 14 22:13:20 2023\nbase dec timestamps relative\n 0.5 1 291 Rx d 2 16 255\n 0.25 1 418119424x Tx d 0\n";
    expect(text("asc", log)).toEqual(["0.500000 0 123 r 2 10FF", "0.750000 0 18EBFF00 t 0 -"]);
  });

  it("reads FD with and without a name, classic frames on FD lines, and error frames", () => {
    const log = `${head}
   0.1 CANFD   1 Rx        300                                   1 0 8  8 01 02 03 04 05 06 07 08   102203  133   303000 e0006659 46500250 4b140250 20011736 2001040d
   0.2 CANFD   2 Tx   12345678x  Engine_Data                       0 1 a 16 ${"11 ".repeat(16)}  0 0 5000 0 0 0 0 0
   0.3 CANFD   1 Rx        301                                   0 0 2  2 AA BB   0 0 200000 0 0 0 0 0
   0.4 CANFD   1 Rx        302                                   0 0 0  0   0 0 1000 0 0 0 0 0
   0.5 CANFD   3 Tx   ErrorFrame   Not Acknowledge error
   0.6 1  ErrorFrame	ECC: 10100010
   0.7 1  301  Rx   r
   0.8 2  301  Rx   r 4  Length = 0 BitCount = 0
   0.9 1  Statistic: D 0 R 0 XD 0 XR 0 E 0 O 0 B 0.00%
   1.0 SV: 3 0 1 ::Sys = 1
   1.1 Li  23  Rx  2 01 02
// a comment
End TriggerBlock
`;
    const { frames, problems, reader } = read("asc", log);
    expect(problems).toEqual([]);
    expect(frames.map((frame) => line(frame, reader.startUs))).toEqual([
      "0.100000 0 300 rFB 8 0102030405060708",
      `0.200000 1 12345678 tFI 16 ${"11".repeat(16)}`,
      "0.300000 0 301 r 2 AABB",
      "0.400000 0 302 rF 0 -",
      "0.500000 2 - tE 0 -",
      "0.600000 0 - rE 0 -",
      "0.700000 0 301 rR 0 -",
      "0.800000 1 301 rR 4 -",
    ]);
  });

  it("names the line of a frame that is broken", () => {
    const log = `${head} 0.1 1 123 Rx d 3 11 22\n 0.2 1 123 Rx d 1 GG\n 0.3 1 123 Rx d 1 11\n`;
    const { frames, problems } = read("asc", log);
    expect(frames.length).toBe(1);
    expect(problems.map((problem) => problem.line)).toEqual([4, 5]);
  });
});

describe("TRC", () => {
  const start = ";$STARTTIME=45244.9259259375\n";

  it.each([
    [
      "1.0",
      "",
      "     1)      1841  0123  3  11 22 33 \n     2)      1842  12345678  0  RTR\n     3)  1843  FFFFFFFF  4  00 00 00 08\n",
    ],
    [
      "1.1",
      `;$FILEVERSION=1.1\n${start}`,
      "     1)      1841.0  Rx         0123  3  11 22 33 \n     2)      1842.0  Tx     12345678  0  RTR\n",
    ],
    [
      "1.2",
      `;$FILEVERSION=1.2\n${start}`,
      "     1)      1841.0 1  Rx         0123  3  11 22 33 \n     2)      1842.0 1  Tx     12345678  0  RTR\n",
    ],
    [
      "1.3",
      `;$FILEVERSION=1.3\n${start}`,
      "     1)      1841.0 1  Rx         0123 -  3    11 22 33\n     2)      1842.0 1  Tx     12345678 -  0    RTR\n",
    ],
    [
      "2.0",
      `;$FILEVERSION=2.0\n${start};$COLUMNS=N,O,T,I,d,l,D\n`,
      "   1  1841.000 DT     0123 Rx 3  11 22 33\n   2  1842.000 RR 12345678 Tx 0\n   3 1843.000 ST Rx 00 00 00 08\n",
    ],
    [
      "2.1",
      `;$FILEVERSION=2.1\n${start};$COLUMNS=N,O,T,B,I,d,R,l,D\n`,
      "   1  1841.000 DT 1  0123 Rx - 3  11 22 33\n   2  1842.000 RR 1 12345678 Tx - 0\n",
    ],
  ])("reads version %s", (version, header, rows) => {
    const { frames, problems, reader } = read("trc", header + rows);
    expect(problems).toEqual([]);
    const direction = version === "1.0" ? "r" : "t";
    expect(frames.map((frame) => line(frame, reader.startUs))).toEqual([
      "1.841000 0 123 r 3 112233",
      `1.842000 0 12345678 ${direction}R 0 -`,
    ]);
    if (version !== "1.0") expect(new Date(reader.startUs / 1000).toISOString()).toBe("2023-11-14T22:13:20.001Z");
  });

  it("reads the FD types as PEAK defines them", () => {
    const log = `;$FILEVERSION=2.1\n;$COLUMNS=N,O,T,B,I,d,R,L,D
 1 1.0 FD 2 0123 Rx - 9  ${"11 ".repeat(12)}
 2 2.0 FB 2 0123 Rx - 1  11
 3 3.0 FE 2 0123 Rx - 1  11
 4 4.0 BI 2 0123 Tx - 1  11
 5 5.0 ER 2 0000 Rx - 0
 6 6.0 ER 1      Rx - 5  04 00 02 00 00
`;
    const flags = read("trc", log).frames.map((frame) => frame.flags);
    expect(flags).toEqual([
      FLAG_FD,
      FLAG_FD | FLAG_BRS,
      FLAG_FD | FLAG_ESI,
      FLAG_FD | FLAG_BRS | FLAG_ESI | FLAG_TX,
      FLAG_ERROR,
      FLAG_ERROR,
    ]);
    expect(read("trc", log).frames[0]).toMatchObject({ size: 12, channel: 1 });
  });

  // The rows of PEAK's description of the format.
  it.each([
    ["1.0", "", "     2)      1842      0008  4  ERROR 00 19 08 08 \n"],
    ["1.1", ";$FILEVERSION=1.1\n", "     6)      1842.0  Error      0008  4  00 19 08 08 \n"],
    ["1.2", ";$FILEVERSION=1.2\n", "     6)      1842.000  1  Error      0008  4  00 19 08 08 \n"],
    ["1.3", ";$FILEVERSION=1.3\n", "     6)      1842.000 1  Error     0008 -  4    00 19 08 08 \n"],
  ])("reads error frames of version %s with what they say [DAT-07]", (_, header, row) => {
    const { frames, problems } = read("trc", header + row);
    expect(problems).toEqual([]);
    const data = Uint8Array.of(0, 0x19, 8, 8);
    expect(frames).toEqual([{ timeUs: 1_842_000, channel: 0, id: 8, flags: FLAG_ERROR, size: 4, data }]);
  });

  it("takes warnings of the hardware for no frames", () => {
    const rows = "     5)      1346.8  Warng  FFFFFFFF  4  00 00 00 04  BUSLIGHT \n";
    expect(read("trc", `;$FILEVERSION=1.1\n${rows}`)).toMatchObject({ frames: [], problems: [] });
    const old = "     3)      1843  FFFFFFFF  4  00 00 00 04 -- -- -- --  BUSLIGHT \n";
    expect(read("trc", old)).toMatchObject({ frames: [], problems: [] });
  });

  it("keeps the bus of error frames of 2.1, with a dash for their identifier or without one", () => {
    const rows =
      "  6  1334.222 ER 2         - Rx -  5    04 00 02 00 00\n  7  1334.222 ER 2      Rx - 5  04 00 02 00 00\n";
    const log = `;$FILEVERSION=2.1\n;$COLUMNS=N,O,T,B,I,d,R,L,D\n${rows}  8  1334.231 ST 1         - Rx -  4    00 00 00 08\n`;
    const { frames, problems } = read("trc", log);
    expect(problems).toEqual([]);
    expect(frames).toMatchObject([
      { channel: 1, id: 0, flags: FLAG_ERROR, size: 5, data: Uint8Array.of(4, 0, 2, 0, 0) },
      { channel: 1, id: 0, flags: FLAG_ERROR, size: 5, data: Uint8Array.of(4, 0, 2, 0, 0) },
    ]);
  });

  it("reads what error frames of 2.0 say, in rows without an identifier and a length [DAT-07]", () => {
    // The rows of PEAK's description of the format.
    const rows = `      6      1334.522 ER          Rx    04 00 02 00 00
      7      1334.531 ST          Rx    00 00 00 08
      8      1334.643 EC          Rx    02 02
      9      1334.700 ER          Tx
     10      1334.800 ER          Rx    04 00 02 00 00 01 02 03 04
`;
    const { frames, problems } = read("trc", `;$FILEVERSION=2.0\n;$COLUMNS=N,O,T,I,d,l,D\n${rows}`);
    expect(frames).toMatchObject([
      { timeUs: 1_334_522, channel: 0, id: 0, flags: FLAG_ERROR, size: 5, data: Uint8Array.of(4, 0, 2, 0, 0) },
      { timeUs: 1_334_700, id: 0, flags: FLAG_ERROR | FLAG_TX, size: 0 },
    ]);
    expect(problems).toMatchObject([{ code: "badLine", line: 7 }]);
  });

  it("writes error frames of 2.1 as PEAK does", () => {
    const data = Uint8Array.of(4, 0, 2, 0, 0);
    const error = { timeUs: 1.7e15, channel: 0, id: 0, flags: FLAG_ERROR, size: 5, data };
    const { file } = written("trc", [error]);
    expect(new TextDecoder().decode(file).trimEnd().split("\n").at(-1)).toMatch(
      /^ +1 +0\.000 ER +1 +- Rx - +5 +04 00 02 00 00$/,
    );
  });

  it("takes the start with a semicolon behind it, and says where it is no number", () => {
    const row = "     1)      1841.0  Rx         0123  1  11\n";
    const start = (value: string) => read("trc", `;$FILEVERSION=1.1\n;$STARTTIME=${value}\n${row}`);
    expect(start("45244.9259259375;")).toMatchObject({ problems: [], frames: [{ timeUs: 1_700_000_001_842_000 }] });
    expect(start("45244.9259259375 ; ")).toMatchObject({ problems: [], frames: [{ timeUs: 1_700_000_001_842_000 }] });
    for (const value of ["14.11.2023 22:13", ""]) {
      const problems = [{ code: "badHeader", offset: 18, line: 2 }];
      expect(start(value)).toMatchObject({ problems, frames: [{ timeUs: 1_841_000 }] });
    }
  });

  it("reads lengths of 2.1 as DLCs where the log begins in the middle", () => {
    const log = ` 5 1334.416 FD 1 0500 Tx - 9 ${"11 ".repeat(12)}\n`;
    expect(read("trc", log)).toMatchObject({ problems: [], frames: [{ size: 12, flags: FLAG_FD | FLAG_TX }] });
  });
});

describe("CSV and BUSMASTER", () => {
  it("reads GVRET with and without a direction, and bytes past the length", () => {
    expect(text("csv", "Time Stamp,ID,Extended,Bus,LEN,D1,D2,D3\n166064000,0000021A,false,1,2,FE,36,AA,\n")).toEqual([
      "166.064000 1 21A r 2 FE36",
    ]);
    expect(text("csv", "Time Stamp,ID,Extended,Dir,Bus,LEN,D1\n1,12345678,true,Tx,0,1,FE,\n")).toEqual([
      "0.000001 0 12345678 t 1 FE",
    ]);
  });

  it("reads our own with quotes and without blanks between the bytes", () => {
    const log =
      'time_s,channel,id,extended,remote,error,fd,brs,esi,direction,size,data\r\n"1.5",3,0x123,0,0,0,1,1,0,Tx,2,"1122"\r\n';
    expect(text("csv", log)).toEqual(["1.500000 3 123 tFB 2 1122"]);
  });

  it.each([
    ["SYSTEM", "22:00:00:0000", "08:00:00:0000", "08:00:01:0000"],
    ["RELATIVE", "00:00:01:0000", "00:00:00:0000", "00:00:01:0000"],
  ])("begins again with a session that was appended to a BUSMASTER log in %s mode [DAT-07]", (mode, ...times) => {
    const session = (start: string) => `***START DATE AND TIME ${start}***\n***HEX***\n***${mode} MODE***\n`;
    const [first, ...appended] = times.map((time) => `${time} Rx 1 0x123 s 1 11\n`);
    const log = [
      "***BUSMASTER Ver 3.2.2***\n",
      `${session("23:9:2015 21:59:59:000")}${first}***END DATE AND TIME 23:9:2015 22:10:00:000***\n`,
      `${session("24:9:2015 08:00:00:000")}${appended.join("")}`,
    ];
    const { frames } = read("busmaster", log.join(""));
    expect(frames.map(({ timeUs }) => new Date(timeUs / 1000).toISOString())).toEqual([
      "2015-09-23T22:00:00.000Z",
      "2015-09-24T08:00:00.000Z",
      "2015-09-24T08:00:01.000Z",
    ]);
  });

  it("counts on past midnight in BUSMASTER logs", () => {
    const log =
      "***BUSMASTER Ver 2.4.0***\n***START DATE AND TIME 23:9:2015 22:17:28:928***\n***HEX***\n***SYSTEM MODE***\n";
    const rows = "23:59:59:9999 Rx 1 0x21A s 1 FE\n00:00:00:0001 Tx 2 0x1234567 xr 4\n";
    const { frames } = read("busmaster", log + rows);
    expect(frames.map((frame) => new Date(frame.timeUs / 1000).toISOString())).toEqual([
      "2015-09-23T23:59:59.999Z",
      "2015-09-24T00:00:00.000Z",
    ]);
    expect(frames[1]).toMatchObject({
      channel: 2,
      id: 0x1234567,
      flags: FLAG_TX | FLAG_EXTENDED | FLAG_REMOTE,
      size: 4,
    });
  });
});

describe("BLF", () => {
  /** A file of one object behind the header: 101 is CAN_FD_MESSAGE_64, 100 CAN_FD_MESSAGE. */
  function blfOf(type: 100 | 101, stored: number, extension = 0): Uint8Array {
    const head = written("blf", []).file.slice(0, 144);
    const body = type === 101 ? 40 : 20;
    const file = new Uint8Array(144 + 32 + body + stored);
    file.set(head);
    file.set(bytes("LOBJ"), 144);
    const view = new DataView(file.buffer, 144);
    view.setUint16(4, 32, true);
    view.setUint16(6, 1, true);
    view.setUint32(8, 32 + body + stored, true);
    view.setUint32(12, type, true);
    view.setUint32(16, 2, true);
    if (type === 101) {
      file.set([1, 15, 64, 0, 0x23, 1, 0, 0, 0, 0, 0, 0, 0, 0x10], 144 + 32);
      view.setUint8(32 + 35, extension);
    } else file.set([1, 0, 0, 15, 0x23, 1, 0, 0, 0, 0, 0, 0, 0, 1, 64], 144 + 32);
    file.fill(0x5a, 144 + 32 + body);
    return file;
  }
  const padded = (count: number): Uint8Array => new Uint8Array(64).fill(0x5a, 0, count);

  it.each([
    [101, 48, 0, 48],
    [101, 0, 0, 0],
    [101, 24, 32 + 40 + 20, 20],
    [101, 64, 0, 64],
    [100, 12, 0, 12],
  ] as const)(
    "object %i with %i of 64 bytes stored, extension at %i: zeros take the place of the rest",
    (type, stored, extension, kept) => {
      const { frames, problems } = collect("blf", blfOf(type, stored, extension));
      expect(problems).toEqual([]);
      expect(frames).toMatchObject([{ id: 0x123, flags: FLAG_FD, size: 64, data: padded(kept) }]);
    },
  );
});

describe("MDF4", () => {
  it.each([
    ["the first data group", 64 + 24],
    ["the data of a group", -1],
  ])("a link to a place that no file has is a problem: %s", (_, where) => {
    const frame = { timeUs: 1e15, channel: 0, id: 1, flags: 0, size: 8, data: new Uint8Array(8) };
    const { file } = written("mdf4", [frame]);
    const at = where < 0 ? Buffer.from(file).lastIndexOf("##DG") + 24 + 16 : where;
    new DataView(file.buffer).setBigUint64(at, 0xffff_ffff_ffff_ff00n, true);
    const { problems, reader } = collect("mdf4", file);
    expect(reader.position).toBeLessThanOrEqual(file.length);
    expect(problems).toEqual([{ code: "badBlock", offset: Number.MAX_SAFE_INTEGER }]);
  });
});

describe("bombs", () => {
  const packed = deflateSync(new Uint8Array(20 * 1024 * 1024));

  it("a BLF container that unpacks beyond all measure is refused by what it promises", () => {
    const whole = written("blf", []).file;
    const bomb = (size: number): Uint8Array => {
      const file = new Uint8Array(whole.length + 32 + packed.length);
      file.set(whole);
      const view = new DataView(file.buffer, whole.length);
      file.set(bytes("LOBJ"), whole.length);
      view.setUint16(4, 16, true);
      view.setUint16(6, 1, true);
      view.setUint32(8, 32 + packed.length, true);
      view.setUint32(12, 10, true);
      view.setUint16(16, 2, true);
      view.setUint32(24, size, true);
      file.set(packed, whole.length + 32);
      return file;
    };
    expect(collect("blf", bomb(20 * 1024 * 1024), { inflate }).problems).toEqual([
      { code: "ratioTooHigh", offset: 144 },
    ]);
    expect(collect("blf", bomb(0xffffffff), { inflate }).problems).toEqual([{ code: "tooLarge", offset: 144 }]);
    // A promise that is not kept: inflate stops where it ends.
    expect(collect("blf", bomb(1000), { inflate }).problems).toEqual([{ code: "inflateFailed", offset: 144 }]);
  });

  it("an MDF4 block that unpacks beyond all measure is refused", () => {
    const frames = Array.from({ length: 100 }, (_, i) => {
      return { timeUs: 1e15 + i, channel: 0, id: 1, flags: 0, size: 8, data: new Uint8Array(8) };
    });
    const { file } = written("mdf4", frames, { deflate: (data) => deflateSync(data) });
    const at = Buffer.from(file).lastIndexOf("##DZ");
    new DataView(file.buffer).setUint32(at + 24 + 8, 30 * 1024 * 1024, true);
    expect(collect("mdf4", file, { inflate }).problems).toEqual([{ code: "ratioTooHigh", offset: at }]);
  });

  it("chains that run in a circle end", () => {
    const frames = [{ timeUs: 1e15, channel: 0, id: 1, flags: 0, size: 8, data: new Uint8Array(8) }];
    const { file } = written("mdf4", frames);
    const at = Buffer.from(file).lastIndexOf("##DL");
    new DataView(file.buffer).setUint32(at + 24, at, true);
    const { frames: seen, problems } = collect("mdf4", file);
    expect(seen).toEqual(frames);
    expect(problems).toEqual([{ code: "badBlock", offset: at }]);
  });

  it("a file of garbage costs no more problems than a thousand", () => {
    expect(read("candump", "x\n".repeat(5000)).problems.length).toBe(1000);
  });
});
