import { spawn, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

// Every call is a process of its own.
vi.setConfig({ testTimeout: 120_000 });

const BIN = join(import.meta.dirname, "bin/canopy.mjs");
const FIXTURES = join(import.meta.dirname, "../../packages/can/logs/fixtures");
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "canopy-cli-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function canopy(args: readonly string[], options: { input?: string; node?: string } = {}) {
  const run = spawnSync(options.node ?? process.execPath, [BIN, ...args], {
    encoding: "utf8",
    ...(options.input === undefined ? {} : { input: options.input }),
    maxBuffer: 256 * 1024 * 1024,
  });
  return { code: run.status, out: run.stdout, err: run.stderr };
}

const lines = (text: string): Record<string, unknown>[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);

const DBC = `VERSION ""
BS_:
BU_: ECU
BO_ 419 BMS_1: 8 ECU
 SG_ Mode M : 0|8@1+ (1,0) [0|0] "" ECU
 SG_ Soc m0 : 8|16@1+ (0.1,0) [0|100] "%" ECU
 SG_ Wide m1 : 8|56@1+ (1,0) [0|0] "" ECU
BO_ 420 Full: 8 ECU
 SG_ Counter : 0|64@1+ (1,0) [0|0] "" ECU
BO_ 421 Real: 4 ECU
 SG_ Value : 0|32@1+ (1,0) [0|0] "" ECU
VAL_ 419 Mode 0 "Charge \\"slow\\"" 1 "Drive" ;
SIG_VALTYPE_ 421 Value : 1;
`;
const LOG = `(1700000000.001000) can0 1A3#002C03
(1700000000.002000) can0 1A3#01FFFFFFFFFFFFFF
(1700000000.003000) can1 1A4#FFFFFFFFFFFFFFFF
(1700000000.004000) can1 1A5#0000C07F
(1700000000.005000) can0 1A5#0000807F
(1700000000.006000) can0 00000123#01
(1700000000.007000) can0 20000080#0000000000000000
(1700000000.008000) can0 1A3#R8
`;

describe("canopy decode", () => {
  it("prints one JSON line per frame, in the shape that is promised", () => {
    writeFileSync(join(folder, "a.dbc"), DBC);
    writeFileSync(join(folder, "a.log"), LOG);
    const run = canopy(["decode", "--dbc", join(folder, "a.dbc"), join(folder, "a.log")]);
    expect(run.err).toBe("");
    expect(run.code).toBe(0);
    const head = { ch: 0, id: 419, ext: false, message: "BMS_1" };
    const mode = { raw: 0, value: 0, name: 'Charge "slow"' };
    const drive = { raw: 1, value: 1, name: "Drive" };
    expect(lines(run.out)).toEqual([
      { t: "1700000000.001000", ...head, signals: { Mode: mode, Soc: { raw: 812, value: 81.2 } } },
      {
        t: "1700000000.002000",
        ...head,
        signals: { Mode: drive, Wide: { raw: "72057594037927935", value: "72057594037927935" } },
      },
      {
        t: "1700000000.003000",
        ch: 1,
        id: 420,
        ext: false,
        message: "Full",
        signals: { Counter: { raw: "18446744073709551615", value: "18446744073709551615" } },
      },
      {
        t: "1700000000.004000",
        ch: 1,
        id: 421,
        ext: false,
        message: "Real",
        signals: { Value: { raw: "NaN", value: "NaN" } },
      },
      {
        t: "1700000000.005000",
        ch: 0,
        id: 421,
        ext: false,
        message: "Real",
        signals: { Value: { raw: "Infinity", value: "Infinity" } },
      },
      { t: "1700000000.006000", ch: 0, id: 0x123, ext: true, message: null, signals: {} },
      { t: "1700000000.007000", ch: 0, id: 0x80, ext: false, message: null, signals: {} },
      { t: "1700000000.008000", ...head, signals: {} },
    ]);
    expect(
      run.out.startsWith(
        '{"t":"1700000000.001000","ch":0,"id":419,"ext":false,"message":"BMS_1","signals":{"Mode":{"raw":0,',
      ),
    ).toBe(true);
  });

  it("lets the first DBC that has the id win", () => {
    writeFileSync(
      join(folder, "b.dbc"),
      'VERSION ""\nBU_: X\nBO_ 420 Other: 8 X\n SG_ Low : 0|8@1+ (1,0) [0|0] "" X\n',
    );
    const message = (first: string, second: string): unknown[] =>
      lines(
        canopy(["decode", "--dbc", join(folder, first), "--dbc", join(folder, second), join(folder, "a.log")]).out,
      ).map((line) => line.message);
    expect(message("b.dbc", "a.dbc").slice(0, 3)).toEqual(["BMS_1", "BMS_1", "Other"]);
    expect(message("a.dbc", "b.dbc").slice(0, 3)).toEqual(["BMS_1", "BMS_1", "Full"]);
  });

  it("reads standard input and gzip, and tells problems on standard error with code 1", () => {
    const dbc = join(folder, "a.dbc");
    const piped = canopy(["decode", "--dbc", dbc, "-"], { input: `${LOG}nonsense\n` });
    expect(lines(piped.out).length).toBe(8);
    const sentence = /^standard input: line 9, byte \d+: the line is not a known frame and is left out\n$/;
    expect(piped).toMatchObject({ code: 1, err: expect.stringMatching(sentence) });
    writeFileSync(join(folder, "a.log.gz"), gzipSync(LOG));
    expect(lines(canopy(["decode", "--dbc", dbc, join(folder, "a.log.gz")]).out).length).toBe(8);
  });

  it("salvages what comes before the damage of a gzip file, and says where it is", () => {
    const dbc = join(folder, "a.dbc");
    const packed = gzipSync(LOG.repeat(5000), { level: 1 });
    const damaged = packed.slice();
    damaged.fill(0x55, packed.length >> 1, (packed.length >> 1) + 200);
    for (const [name, bytes] of [
      ["damaged.log.gz", damaged],
      ["cut.log.gz", packed.subarray(0, packed.length - 100)],
    ] as const) {
      writeFileSync(join(folder, name), bytes);
      const run = canopy(["decode", "--dbc", dbc, join(folder, name)]);
      expect(run.out.split("\n").length).toBeGreaterThan(10_000);
      const sentence = /byte \d+: the gzip data is damaged behind this unpacked byte; what came before it was read\n$/;
      expect(run).toMatchObject({ code: 1, err: expect.stringMatching(sentence) });
      expect(canopy(["convert", join(folder, name), join(folder, "salvaged.log")]).code).toBe(1);
      expect(JSON.parse(canopy(["info", join(folder, name)]).out)).toMatchObject({ kind: "log", format: "candump" });
    }
    writeFileSync(join(folder, "noise.gz"), Uint8Array.of(0x1f, 0x8b, 1, 2, 3));
    expect(canopy(["info", join(folder, "noise.gz")])).toMatchObject({ code: 1, out: "" });
  });

  it("gives 0 with a warning where every frame came out: a bad line of a DBC, a log without frames", () => {
    writeFileSync(join(folder, "odd.dbc"), `${DBC}BO_ x y: 8 N\n`);
    const odd = canopy(["decode", "--dbc", join(folder, "odd.dbc"), join(folder, "a.log")]);
    expect(lines(odd.out).length).toBe(8);
    expect(odd).toMatchObject({ code: 0, err: expect.stringMatching(/odd\.dbc:14:5: error: [A-Z].* \(x\)\n$/) });
    writeFileSync(join(folder, "none.log"), "");
    const none = canopy(["decode", "--dbc", join(folder, "a.dbc"), join(folder, "none.log")]);
    expect(none).toEqual({ code: 0, out: "", err: expect.stringContaining("none.log: warning: the file is empty") });
    expect(canopy(["convert", join(folder, "none.log"), join(folder, "none.blf")]).code).toBe(0);
    expect(existsSync(join(folder, "none.blf"))).toBe(true);
  });

  it("gives 1 and decodes nothing where a DBC is beyond a limit, which it names", () => {
    writeFileSync(join(folder, "large.dbc"), `${DBC}${"\n".repeat(8 * 1024 * 1024)}`);
    const run = canopy(["decode", "--dbc", join(folder, "large.dbc"), join(folder, "a.log")]);
    expect(run).toMatchObject({
      code: 1,
      out: "",
      err: expect.stringMatching(/8 MB.*nothing of it was read \(\d+ > 8388608\)/),
    });
    expect(canopy(["decode", "--help"]).out).toContain("8 MB");
  });

  it("takes the encoding of a DBC by --encoding, and shows control characters of it as codes", () => {
    const bytes = Buffer.concat([
      Buffer.from('BO_ 419 M: 8 N\n SG_ S : 0|8@1+ (1,0) [0|0] "" N\nVAL_ 419 S 0 "'),
      Buffer.of(0x83, 0x41),
      Buffer.from('" ;\nBAD\u001b\u0007 1;\n'),
    ]);
    writeFileSync(join(folder, "kana.dbc"), bytes);
    const args = ["decode", "--dbc", join(folder, "kana.dbc"), join(folder, "a.log")];
    const run = canopy([...args, "--encoding", "shift_jis"]);
    expect(lines(run.out)[0]).toMatchObject({ signals: { S: { name: "ア" } } });
    expect(run.err).toContain("BAD\\x1b\\x07");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
    expect(run.err).not.toMatch(/[\u001b\u0007]/);
    expect(canopy([...args, "--encoding", "klingon"])).toMatchObject({ code: 2, err: expect.stringContaining("big5") });
  });

  it("tells the format of standard input that comes a few bytes at a time", async () => {
    writeFileSync(join(folder, "a.dbc"), DBC);
    const child = spawn(process.execPath, [BIN, "decode", "--dbc", join(folder, "a.dbc"), "-"]);
    const closed = new Promise((resolve) => child.on("close", resolve));
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.stdin.on("error", () => {});
    child.stdin.write("(1700000000.0010");
    // Longer than the command takes to begin: the first piece comes alone.
    await new Promise((resolve) => setTimeout(resolve, 2000));
    child.stdin.end("00) can0 1A3#002C03\n(1700000000.002000) can0 1A3#002C03\n");
    expect([await closed, lines(out).length]).toEqual([0, 2]);
  });

  it("stops quietly when its reader leaves", async () => {
    writeFileSync(join(folder, "long.log"), LOG.repeat(20_000));
    const child = spawn(process.execPath, [BIN, "decode", "--dbc", join(folder, "a.dbc"), join(folder, "long.log")]);
    let err = "";
    child.stderr.on("data", (chunk: Buffer) => {
      err += chunk.toString();
    });
    child.stdout.once("data", () => child.stdout.destroy());
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });
});

describe("canopy convert", () => {
  const mixed = join(FIXTURES, "own_mixed_candump.log");

  it.each(["asc", "blf", "mf4", "trc", "csv", "parquet"])("keeps every frame to .%s and back", (suffix) => {
    const there = join(folder, `there.${suffix}`);
    const back = join(folder, "back.log");
    // ASC keeps of an error frame its time and channel alone, and convert says so.
    const lost = `${there}: 61 frames lost some of their channel, direction, CAN FD flags or what an error frame says: `;
    const told = suffix === "asc" ? { code: 1, err: `${lost}asc has no place for it\n` } : { code: 0, err: "" };
    expect(canopy(["convert", mixed, there])).toEqual({ out: "", ...told });
    expect(canopy(["convert", there, back]).code).toBe(0);
    const frames = readFileSync(mixed, "utf8").split("\n");
    // The oracle that wrote the log names received frames too.
    const plain = (line: string): string => {
      const [time, channel, frame = ""] = line.replace(/ R$/, "").split(" ");
      return frame.startsWith("20000") ? `${time} ${channel} error` : line.replace(/ R$/, "");
    };
    const seen = readFileSync(back, "utf8").split("\n").map(plain);
    // Of frames at one time MDF4 gives those of one kind first.
    const order = (list: string[]): string[] => (suffix === "mf4" ? [...list].sort() : list);
    expect(order(seen)).toEqual(order(frames.map(plain)));
  });

  it("takes --format over the suffix, and leaves out with code 1 what it cannot hold", () => {
    const out = join(folder, "old.trc");
    const run = canopy(["convert", mixed, out, "--format", "trc-1.1"]);
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining(`${out}: 935 frames left out: trc-1.1 cannot`) });
    expect(readFileSync(out, "utf8").startsWith(";$FILEVERSION=1.1\n")).toBe(true);
  });

  it("counts what python-can's CSV has no columns for, with code 1", () => {
    const run = canopy(["convert", mixed, join(folder, "py.csv"), "--format", "csv-python-can"]);
    expect(run).toMatchObject({
      code: 1,
      err: expect.stringMatching(/py\.csv: \d+ frames lost some of their channel, direction/),
    });
    writeFileSync(join(folder, "plain.log"), "(1.000000) can0 123#11\n");
    const plain = ["convert", join(folder, "plain.log"), join(folder, "py.csv"), "--format", "csv-python-can"];
    expect(canopy(plain)).toEqual({ code: 0, out: "", err: "" });
  });

  it("names the file, the line and what is wrong in a sentence", () => {
    writeFileSync(join(folder, "bad.log"), "(1.0) can0 123#11\nnonsense\n");
    expect(canopy(["convert", join(folder, "bad.log"), join(folder, "good.log")])).toMatchObject({
      code: 1,
      err: `${join(folder, "bad.log")}: line 2, byte 18: the line is not a known frame and is left out\n`,
    });
  });

  it("keeps the names of channels from candump to candump", () => {
    writeFileSync(join(folder, "v.log"), "(1.000000) vcan3 123#11\n");
    canopy(["convert", join(folder, "v.log"), join(folder, "w.log")]);
    expect(readFileSync(join(folder, "w.log"), "utf8")).toBe("(1.000000) vcan3 123#11\n");
  });

  it("refuses unknown suffixes, the same file and what is no log, and writes nothing", () => {
    const log = join(folder, "a.log");
    expect(canopy(["convert", log, join(folder, "x.doc")]).code).toBe(2);
    expect(canopy(["convert", log, log])).toMatchObject({ code: 2, err: expect.stringContaining("same file") });
    expect(canopy(["convert", join(folder, "a.dbc"), join(folder, "x.log")]).code).toBe(1);
    expect(existsSync(join(folder, "x.log"))).toBe(false);
  });

  it("delivers what is whole of a cut BLF, with code 1", () => {
    const blf = join(folder, "whole.blf");
    canopy(["convert", mixed, blf]);
    const bytes = readFileSync(blf);
    writeFileSync(join(folder, "cut.blf"), bytes.subarray(0, bytes.length - 5000));
    const run = canopy(["convert", join(folder, "cut.blf"), join(folder, "cut.log")]);
    expect(run).toMatchObject({ code: 1, err: expect.stringContaining("cut off here") });
    expect(readFileSync(join(folder, "cut.log"), "utf8").split("\n").length).toBeGreaterThan(1000);
  });
});

describe("canopy info", () => {
  const info = (name: string): Record<string, unknown> =>
    JSON.parse(canopy(["info", join(folder, name)]).out) as Record<string, unknown>;

  it("says what a log, DBC, firmware or GPS file holds, by content", () => {
    copyFileSync(join(FIXTURES, "own_mixed_candump.log"), join(folder, "odd.name"));
    expect(info("odd.name")).toMatchObject({
      kind: "log",
      format: "candump",
      frames: 3000,
      counts: { error: 61, remote: 84, fd: 874, ext: 1143, tx: 618 },
      channels: [0, 1],
      ids: 2338,
      first: "1700000000.001000",
    });
    expect(info("a.dbc")).toMatchObject({ kind: "dbc", messages: 3, signals: 5, multiplexedMessages: 1 });
    writeFileSync(join(folder, "f.dat"), "S1130000285F245F2212226A000424290008237C2A\nS9030000FC\n");
    expect(info("f.dat")).toMatchObject({ kind: "firmware", format: "srec", imageBytes: 16, startAddress: 0 });
    writeFileSync(join(folder, "g.txt"), "$GPGLL,5327.04024,N,00214.41560,W,102929.00,A,A*7A\r\n");
    expect(info("g.txt")).toMatchObject({ kind: "gps", format: "nmea", positions: 1 });
    writeFileSync(join(folder, "t.xml"), '<gpx><trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>');
    expect(info("t.xml")).toMatchObject({ kind: "gps", format: "gpx", points: 1 });
  });

  it("counts signals that are in no message apart from the messages", () => {
    const independent =
      'BO_ 3221225472 VECTOR__INDEPENDENT_SIG_MSG: 0 Vector__XXX\n SG_ Old : 0|8@1+ (1,0) [0|0] "" X\n';
    writeFileSync(join(folder, "loose.dbc"), `${DBC}${independent}`);
    expect(info("loose.dbc")).toMatchObject({ messages: 3, signals: 5, independentSignals: 1 });
  });

  it("knows a DBC in UTF-16", () => {
    writeFileSync(join(folder, "wide.dbc"), Buffer.from(`\ufeff${DBC}`, "utf16le"));
    expect(info("wide.dbc")).toMatchObject({ kind: "dbc", encoding: "utf-16le", messages: 3 });
  });

  it("gives code 1 for what it does not know", () => {
    writeFileSync(join(folder, "noise"), new Uint8Array(1000).fill(200));
    expect(canopy(["info", join(folder, "noise")])).toMatchObject({ code: 1, out: "" });
  });
});

describe("canopy", () => {
  it("explains itself, and gives code 2 for a wrong call", () => {
    expect(canopy(["--help"])).toMatchObject({ code: 0, out: expect.stringContaining("convert") });
    for (const command of ["decode", "convert", "info"]) {
      expect(canopy([command, "--help"])).toMatchObject({
        code: 0,
        out: expect.stringContaining(`canopy ${command}`),
        err: "",
      });
      expect(canopy([command])).toMatchObject({ code: 2, out: "" });
    }
    expect(canopy([]).code).toBe(2);
    expect(canopy(["fly"])).toMatchObject({ code: 2, out: "" });
    expect(canopy(["info", "--wings", "x"]).code).toBe(2);
    expect(canopy(["info", join(folder, "missing")])).toMatchObject({
      code: 2,
      err: expect.stringContaining("ENOENT"),
    });
  });

  const OLD_NODE = "/usr/bin/node";
  it.skipIf(!existsSync(OLD_NODE))("runs on the machine's own Node, which the packaged one relieves", () => {
    const run = canopy(["info", join(folder, "a.log")], { node: OLD_NODE });
    expect(run).toMatchObject({ code: 0, err: "" });
    expect(canopy(["fly"], { node: OLD_NODE }).code).toBe(2);
  });

  it("does not load the server for a command of the library", () => {
    const probe = `import { main } from ${JSON.stringify(join(import.meta.dirname, "main.ts"))};
      await main(["info", ${JSON.stringify(join(folder, "a.log"))}]);
      const loaded = process.moduleLoadList.filter((name) => /http|net$|tls/.test(name) && !name.startsWith("Internal"));
      console.error(JSON.stringify(loaded));`;
    const run = spawnSync(process.execPath, ["--input-type=module", "-e", probe], { encoding: "utf8" });
    expect(run.stderr).not.toMatch(/NativeModule https?"/);
  });
});
