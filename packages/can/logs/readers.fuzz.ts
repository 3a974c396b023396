import { readFileSync } from "node:fs";
import { constants, deflateSync, inflateSync } from "node:zlib";
import { FLAG_EXTENDED, FLAG_FD, type Frame } from "../frame/frame.ts";
import type { FuzzTarget } from "../testing/fuzz.ts";
import type { LogFormat, WriteFormat } from "./formats.ts";
import { collect, written } from "./testing/collect.ts";

export const inflate = (data: Uint8Array, size: number): Uint8Array =>
  inflateSync(data, { maxOutputLength: size, finishFlush: constants.Z_SYNC_FLUSH });
const deflate = (data: Uint8Array): Uint8Array => deflateSync(data, { level: 1 });

function sample(count: number): Frame[] {
  return Array.from({ length: count }, (_, i) => {
    const size = i % 5 === 0 ? 64 : i % 9;
    const flags = (i % 5 === 0 ? FLAG_FD : 0) | (i % 3 === 0 ? FLAG_EXTENDED : 0);
    const data = Uint8Array.from({ length: size }, (_v, k) => (i * 7 + k) & 255);
    return { timeUs: 1_700_000_000_000_000 + i * 1000, channel: i % 2, id: i & 0x7ff, flags, size, data };
  });
}

const BUSMASTER = new TextEncoder().encode(
  `***BUSMASTER Ver 2.4.0***\n***START DATE AND TIME 23:9:2015 22:17:28:928***\n***HEX***\n***SYSTEM MODE***\n${Array.from(
    { length: 200 },
    (_, i) => `22:20:14:${String(i).padStart(4, "0")} Rx 1 0x21A s 8 FE 36 12 FE 69 05 07 AD`,
  ).join("\n")}\n`,
);

const lines = (line: (i: number) => string): Uint8Array =>
  new TextEncoder().encode(Array.from({ length: 200 }, (_, i) => `${line(i)}\n`).join(""));
const CONSOLE = lines(
  (i) => ` (1700000000.${String(i).padStart(6, "0")})  can0  TX B -  123  [12]  ${"5A ".repeat(12)}`,
);
const CRTD = lines((i) => `${1_700_000_000 + i}.000001 1R29 18DAF1${(i % 100) + 10} FE 36 12 FE 69 05 07 AD`);
const MICROCHIP = lines((i) => `${i};RX;0x0000021A;4;0xFE;0x36;0x12;0xFE;`);

const fixture = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`fixtures/own_${name}.parquet`, import.meta.url)));

export interface SampleLog {
  name: string;
  format: LogFormat;
  file: Uint8Array;
}

/** A small log of every format, packed ones too. */
export function sampleLogs(): SampleLog[] {
  const of = (format: LogFormat, as: WriteFormat, packed = false) => ({
    name: `${as}${packed ? ", packed" : ""}`,
    format,
    file: written(as, sample(200), packed ? { deflate } : {}).file,
  });
  return [
    of("candump", "candump"),
    of("asc", "asc"),
    of("trc", "trc"),
    of("trc", "trc-1.1"),
    of("csv", "csv"),
    of("csv", "csv-python-can"),
    of("csv", "csv-gvret"),
    { name: "busmaster", format: "busmaster", file: BUSMASTER },
    { name: "candump, console", format: "candump", file: CONSOLE },
    { name: "crtd", format: "crtd", file: CRTD },
    { name: "microchip", format: "microchip", file: MICROCHIP },
    of("blf", "blf"),
    of("blf", "blf", true),
    of("mdf4", "mdf4"),
    of("mdf4", "mdf4", true),
    of("parquet", "parquet"),
    of("parquet", "parquet", true),
    ...["snappy", "delta"].map((name) => ({
      name: `parquet, ${name}`,
      format: "parquet" as const,
      file: fixture(name),
    })),
  ];
}

/** Any bytes: frames that can be frames, and no more of them than the file could hold. */
export const targets: readonly FuzzTarget[] = sampleLogs().map(({ name, format, file }) => ({
  name: `log ${name}`,
  seeds: [file],
  tokens: [
    "\n",
    "\r\n",
    " ",
    ";",
    ",",
    "#",
    "##",
    "0x",
    "R",
    "-1",
    "1e999",
    "LOBJ",
    "##DZ",
    "\u0000\u0000\u0000\u0000",
  ],
  run(input) {
    const { frames } = collect(format, input, { inflate, chunkBytes: 1 + (input.length % 9000) });
    if (frames.length > input.length) throw new Error("more frames than bytes");
    for (const frame of frames) {
      if (frame.size > 64 || !Number.isFinite(frame.timeUs)) throw new Error("what no frame can be was read as one");
    }
  },
}));
