import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FLAG_EXTENDED, type Frame } from "../frame/frame.ts";
import { readDiagnosticMessage } from "./diagnostic-messages.ts";
import { j1939Id, parseJ1939Id } from "./id.ts";
import { PGN_DM1 } from "./parameter-groups.ts";
import { J1939Reassembler } from "./reassemble.ts";
import { COMMON_SPNS, decodeSpn } from "./spn.ts";

interface Golden {
  frames: number;
  tp: { kind: string; pgn: number; sa: number; da: number; first: number; last: number; hex: string }[];
  dm1: { spn: number; fmi: number; oc: number }[];
}

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8");
const golden: Golden = JSON.parse(fixture("own_j1939.json"));
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** `(1700000000.001000) can0 0CF00400#F17D…`: no other form occurs in this log. */
const frames: Frame[] = fixture("own_j1939.log")
  .trim()
  .split("\n")
  .map((line) => {
    const [, seconds, micros, id, bytes] = /^\((\d+)\.(\d{6})\) can0 ([0-9A-F]{8})#([0-9A-F]*)$/.exec(line) ?? [];
    if (!id || bytes === undefined) throw new Error(`not a candump line: ${line}`);
    const data = new Uint8Array(Buffer.from(bytes, "hex"));
    const timeUs = Number(seconds) * 1e6 + Number(micros);
    return { timeUs, channel: 0, id: Number.parseInt(id, 16), flags: FLAG_EXTENDED, size: data.length, data };
  });

it("gives the transfers of the log in order of completion", () => {
  const reassembler = new J1939Reassembler();
  const events = [...frames.flatMap((frame) => reassembler.add(frame)), ...reassembler.finish()];
  expect(frames).toHaveLength(golden.frames);
  expect(events.map((e) => [e.kind, e.transport, e.pgn, e.source, e.destination, e.firstUs, e.lastUs])).toEqual(
    golden.tp.map((t) => ["message", t.kind, t.pgn, t.sa, t.da, Math.round(t.first * 1e6), Math.round(t.last * 1e6)]),
  );
  expect(events.map((e) => (e.kind === "message" ? hex(e.bytes) : e.problem))).toEqual(golden.tp.map((t) => t.hex));
});

it("reads the trouble codes of DM1, from a single frame and from a transfer", () => {
  const single = frames.find((frame) => parseJ1939Id(frame.id).pgn === PGN_DM1);
  const transfer = golden.tp.find((t) => t.pgn === PGN_DM1);
  const codes = (data: Uint8Array) =>
    readDiagnosticMessage(data)?.dtcs.map(({ spn, fmi, occurrences }) => ({ spn, fmi, oc: occurrences }));
  const wanted = golden.dm1.map(({ spn, fmi, oc }) => ({ spn, fmi, oc }));
  expect(codes(new Uint8Array(Buffer.from(transfer?.hex ?? "", "hex")))).toEqual(wanted);
  expect(codes(single?.data ?? new Uint8Array(0))).toEqual(wanted.slice(0, 1));
});

it("reads engine speed and vehicle speed, and knows what is not available", () => {
  const value = (spn: number, pgn: number, at: number) => {
    const definition = COMMON_SPNS.find((candidate) => candidate.spn === spn);
    const frame = frames.filter((candidate) => parseJ1939Id(candidate.id).pgn === pgn)[at];
    return definition && frame && decodeSpn(frame.data, definition);
  };
  expect(value(190, 0xf004, 0)).toEqual({ raw: 8000, state: "valid", value: 1000 });
  expect(value(84, 0xfef1, 1)).toEqual({ raw: 1024, state: "valid", value: 4 });
  expect(decodeSpn(new Uint8Array(8).fill(255), COMMON_SPNS[0] ?? fail())?.state).toBe("notAvailable");
});

it("puts every id of the log together again", () => {
  for (const { id } of frames) expect(j1939Id(parseJ1939Id(id))).toBe(id);
});

it("breaks a broadcast at a lost packet, a silence and a new broadcast", () => {
  const at = (timeUs: number, id: number, bytes: string): Frame => {
    const data = new Uint8Array(Buffer.from(bytes, "hex"));
    return { timeUs, channel: 0, id, flags: FLAG_EXTENDED, size: data.length, data };
  };
  const bam = (timeUs: number) => at(timeUs, 0x1cecff00, "20120003ffcafe00");
  const packet = (timeUs: number, n: number) => at(timeUs, 0x1cebff00, `0${n}44ff64000105be`);
  const run = (list: Frame[]) => {
    const reassembler = new J1939Reassembler();
    const events = [...list.flatMap((frame) => reassembler.add(frame)), ...reassembler.finish()];
    return events.map((e) => (e.kind === "broken" ? e.problem : "message"));
  };
  expect(run([bam(0), packet(1, 1), packet(2, 3)])).toEqual(["wrongSequence"]);
  expect(run([bam(0), packet(1, 1), packet(1_250_001, 2)])).toEqual(["timeout"]);
  expect(run([bam(0), packet(1, 1), bam(2), packet(3, 1), packet(4, 2), packet(5, 3)])).toEqual([
    "replaced",
    "message",
  ]);
  expect(run([bam(0), packet(1, 1)])).toEqual(["timeout"]);
});

function fail(): never {
  throw new Error("no definition");
}
