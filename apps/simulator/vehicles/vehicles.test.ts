import { readFileSync } from "node:fs";
import { join } from "node:path";
import { insertBits } from "@canopy/can/bytes/bits";
import { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { canTellFaults, FaultReader } from "@canopy/can/faults/fault-reader";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED, FLAG_FD, type Frame } from "@canopy/can/frame/frame";
import { checksum, isProtection } from "@canopy/can/frame/protect";
import { frameProblems } from "@canopy/can/frame/validate";
import { channelKind } from "@canopy/contract/device-link/channels";
import { describe, expect, it, vi } from "vitest";
import { RunningVehicle, vehicleDbc } from "./load-vehicle.ts";
import { VEHICLE_KINDS } from "./vehicle.ts";

// The limit is there for hangs, not for speed.
vi.setConfig({ testTimeout: 60_000 });

const START_US = 1_800_000_000_000_000;
const S = 1_000_000;
const FILES = ["ev.dbc", "truck.dbc", "fd-car.dbc"];

const run = (kind: (typeof VEHICLE_KINDS)[number], seconds: number, seed = "a") =>
  new RunningVehicle({ kind, seed, startUs: START_US }).advance(START_US + seconds * S);

function bytesOf(batch: FrameBatch): string {
  const frames = Array.from({ length: batch.length }, (_, i) => batch.at(i));
  return frames
    .map((f) => `${f.timeUs} ${f.channel} ${f.id} ${f.flags} ${Buffer.from(f.data).toString("hex")}`)
    .join("\n");
}

describe("the DBCs", () => {
  const parsed = FILES.map((file) => parseDbc(readFileSync(join(import.meta.dirname, file), "utf8")));
  const messages = parsed.flatMap(({ dbc }) => dbc.messages);
  const signals = messages.flatMap((message) => message.signals);

  it("are read without a word of complaint", () => {
    expect(parsed.flatMap(({ problems }) => problems)).toEqual([]);
    expect(messages.length).toBeGreaterThanOrEqual(60);
  });

  it("hold both byte orders, multiplexing, CAN FD, floats and value tables", () => {
    expect(new Set(signals.map(({ byteOrder }) => byteOrder)).size).toBe(2);
    expect(
      messages.filter((message) => message.signals.some(({ isMultiplexor }) => isMultiplexor)).length,
    ).toBeGreaterThan(5);
    expect(messages.filter(({ length }) => length > 8).length).toBeGreaterThan(10);
    expect(signals.filter(({ valueType }) => valueType !== "integer").length).toBeGreaterThan(3);
    expect(signals.filter(({ values }) => values.length > 0).length).toBeGreaterThan(80);
  });
});

describe.each(VEHICLE_KINDS)("%s", (kind) => {
  it("repeats to the byte with the same seed, however time is cut, and differs with another [DEV-12]", () => {
    const whole = bytesOf(run(kind, 3));
    const pieces = new RunningVehicle({ kind, seed: "a", startUs: START_US });
    const batch = new FrameBatch();
    for (let t = 0; t <= 3000; t += 37) pieces.advance(START_US + t * 1000, batch);
    pieces.advance(START_US + 3 * S, batch);
    expect(bytesOf(batch)).toBe(whole);
    expect(bytesOf(run(kind, 3, "b"))).not.toBe(whole);
  });

  it("drives alike whether anybody listens or not, and its messages count on [DEV-12]", () => {
    const heard = new RunningVehicle({ kind, seed: "a", startUs: START_US });
    heard.advance(START_US + 60 * S);
    const unheard = new RunningVehicle({ kind, seed: "a", startUs: START_US + 60 * S, drivenUs: 60 * S });
    const endUs = START_US + 61 * S;
    const bytes = (vehicle: RunningVehicle) =>
      vehicle.sources.map((source) => Buffer.from(source.frame(endUs).data).toString("hex"));
    expect(unheard.timeUs).toBe(heard.timeUs);
    expect(bytes(unheard)).toEqual(bytes(heard));
  });

  it("sends frames that its own DBC decodes to the values of the model [DEV-12]", () => {
    const vehicle = new RunningVehicle({ kind, seed: "a", startUs: START_US });
    const decoder = new DbcDecoder(vehicleDbc(vehicle.vehicle.dbcFile));
    for (let second = 1; second <= 40; second += 3) {
      vehicle.advance(START_US + second * S);
      const timeUs = START_US + second * S;
      for (const source of vehicle.sources) {
        const wanted = source.values(timeUs);
        const decoded = decoder.decode(source.frame(timeUs))?.signals ?? [];
        const found = Object.fromEntries(decoded.map(({ signal, value }) => [signal.name, Number(value)]));
        for (const { signal } of decoded) {
          if (signal.name === "Checksum") continue;
          const step =
            signal.valueType === "integer" ? signal.factor : Math.abs(wanted[signal.name] ?? 0) * 1e-6 + 1e-9;
          const miss = Math.abs((found[signal.name] ?? Number.NaN) - (wanted[signal.name] ?? Number.NaN));
          expect(miss, `${source.message.name}.${signal.name}`).toBeLessThanOrEqual(step / 2 + 1e-6);
        }
        expect(
          Object.keys(found)
            .filter((name) => name !== "Checksum")
            .sort(),
        ).toEqual(Object.keys(wanted).sort());
      }
    }
  });

  it("counts and protects its messages without a gap", () => {
    const dbc = vehicleDbc(`${kind}.dbc`);
    const decoder = new DbcDecoder(dbc);
    const last = new Map<number, number>();
    let checked = 0;
    const batch = run(kind, 5);
    for (let i = 0; i < batch.length; i++) {
      const frame = batch.at(i);
      const decoded = decoder.decode(frame);
      const counter = decoded?.signals.find(({ signal }) => signal.name === "AliveCounter");
      const sum = decoded?.signals.find(({ signal }) => signal.name === "Checksum");
      if (decoded === null || counter === undefined) continue;
      const before = last.get(frame.id);
      if (before !== undefined) expect(counter.raw).toBe((before + 1) % 2 ** counter.signal.length);
      last.set(frame.id, Number(counter.raw));
      if (sum === undefined) continue;
      const bare = frame.data.slice();
      insertBits(bare, sum.signal, 0n);
      const profile = profileOf(decoded.message.attributes);
      expect(Number(sum.raw)).toBe(checksum(profile, frame.id, bare));
      checked++;
    }
    expect(checked).toBeGreaterThan(100);
  });

  it("carries valid frames in order of time on CAN, LIN, digital and analogue channels [DAT-09]", () => {
    const batch = run(kind, 5);
    const frames: Frame[] = Array.from({ length: batch.length }, (_, i) => batch.at(i));
    expect(frames.flatMap(frameProblems)).toEqual([]);
    expect(frames.every((frame, i) => i === 0 || frame.timeUs >= (frames[i - 1]?.timeUs ?? 0))).toBe(true);
    const kinds = new Set(frames.map(({ channel }) => channelKind(channel)));
    expect([...kinds].sort()).toEqual(["analogue", "can", "digital", "lin"]);
    expect(frames.some(({ flags }) => (flags & FLAG_FD) !== 0)).toBe(kind === "fd-car");
    expect(frames.some(({ flags }) => (flags & FLAG_EXTENDED) !== 0)).toBe(kind !== "ev");
  });

  it("lives through a day: drives, rests, and has faults", () => {
    const vehicle = new RunningVehicle({ kind, seed: "day", startUs: START_US, cycleScale: 20_000 });
    const phases = new Set<string>();
    let fastest = 0;
    for (let minute = 1; minute <= 24 * 60; minute++) {
      vehicle.advance(START_US + minute * 60 * S);
      phases.add(vehicle.vehicle.chassis.drive.phase);
      fastest = Math.max(fastest, vehicle.vehicle.chassis.speedKmh);
    }
    expect([...phases].sort()).toEqual(["moving", "parked", "standing"]);
    expect(fastest).toBeGreaterThan(50);
    expect(fastest).toBeLessThan(160);
    expect(vehicle.vehicle.faults.list.some(({ occurrences }) => occurrences > 0)).toBe(true);
  });
});

function profileOf(attributes: readonly { name: string; value: number | string }[]) {
  const names = ["none", "crc8", "sum4", "crc16"];
  const value = attributes.find(({ name }) => name === "E2EProfile")?.value ?? 0;
  const profile = names[Number(value)];
  if (!isProtection(profile)) throw new Error(`profile ${value}`);
  return profile;
}

it("knows the check values of CRC-8 SAE J1850 and CRC-16 CCITT", () => {
  const text = (value: string) => new TextEncoder().encode(value);
  expect(checksum("crc8", 0x3231, text("3456789"))).toBe(0x4b);
  expect(checksum("crc16", 0x3938, text("1234567"))).toBe(0x29b1);
});

describe("the truck", () => {
  it("tells its faults by DM1 every second, without being asked [UDS-06]", () => {
    const frames = run("truck", 5);
    const reader = new FaultReader();
    const reports = Array.from({ length: frames.length }, (_, i) => i).flatMap((i) =>
      canTellFaults(frames.id[i] ?? 0, frames.flags[i] ?? 0) ? reader.read(frames, i) : [],
    );
    expect(reports).toHaveLength(5);
    for (const report of reports) expect(report).toMatchObject({ protocol: "j1939", kind: "faults", list: "active" });
  });
});
