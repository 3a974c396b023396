import { inflateSync } from "node:zlib";
import { collect } from "@canopy/can/logs/testing/collect";
import { readMdf4Signals } from "@canopy/can/logs/testing/read-mdf4-signals";
import { parquetRows } from "@canopy/can/logs/testing/read-parquet";
import { FIRST_CHANNEL } from "@canopy/contract/device-link/channels";
import { parseCsv } from "@canopy/contract/platform/csv";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../e2e/support/patience.ts";
import { createDbc } from "../signals/dbc/keep-dbc.ts";
import { inputDbcs } from "../testing/protocol-page.ts";
import { angleOf, bitsOf, inputFrames, LIN_DBC, voltsOf } from "../testing/terminals/test-input-frames.ts";
import { type SignalWorld, signalWorld } from "../testing/worlds/test-signal-world.ts";

const TIMEOUT_MS = 120_000 * PATIENCE;
const COUNT = 200;
const startMs = Math.floor(Date.now() / 1000) * 1000 - 7_200_000;
const all = Array.from({ length: COUNT }, (_, i) => i);
const inflate = (data: Uint8Array, size: number) => inflateSync(data, { maxOutputLength: size });

describe("a download of LIN, digital and analogue inputs", { timeout: TIMEOUT_MS }, () => {
  let world: SignalWorld;
  let dbcs: Record<"lin" | "digital" | "analogue", string>;
  const batch = inputFrames(startMs * 1000, 10_000, COUNT);
  const frames = Array.from({ length: batch.length }, (_, i) => ({
    ...batch.at(i),
    data: new Uint8Array(batch.at(i).data),
  }));

  const call = (method: "GET" | "POST", path: string, payload?: object) =>
    world.app.call(world.manager, { method, url: `/api${path}`, ...(payload && { payload }) });
  async function made(wanted: object): Promise<Buffer> {
    const range = { start_time: startMs, end_time: startMs + 60_000 };
    const created = await call("POST", `/things/${world.device.thingsId}/download-tasks`, { ...range, ...wanted });
    expect(created.statusCode, created.body).toBe(200);
    const { task_id } = created.json().data;
    const ready = async () =>
      expect((await call("GET", `/download-tasks/${task_id}`)).json().data.stage).toBe("waiting_to_download");
    await vi.waitFor(ready, { timeout: 60_000 * PATIENCE, interval: 100 });
    return (await call("GET", `/download-tasks/${task_id}/file`)).rawPayload;
  }
  const cellsOf = (file: Buffer) => (parseCsv(file.toString()) ?? []).slice(1).map(({ cells }) => cells);

  beforeAll(async () => {
    world = await signalWorld({ work: true });
    const { db } = world.app.database;
    const page = inputDbcs();
    const keep = (name: string, text: string) =>
      createDbc(db, world.manager.tenantId, name, { bytes: Buffer.from(text), remark: "", draft: false, author: "" });
    dbcs = {
      lin: await keep("seat.dbc", LIN_DBC),
      digital: await keep("digital.dbc", page.digital),
      analogue: await keep("analogue.dbc", page.analogue),
    };
    await world.send(batch);
  }, TIMEOUT_MS);
  afterAll(() => world?.end(), TIMEOUT_MS);

  it.each(["csv", "asc", "blf", "candump", "mdf4"] as const)(
    "as %s is read again on the channels that it came from [DAT-09]",
    async (format) => {
      const read = collect(format, await made({ format }), { inflate });
      expect(read.problems).toEqual([]);
      expect(read.frames).toEqual(frames);
    },
  );

  it("as Parquet has their channels, and a filter keeps one of them [DAT-09]", async () => {
    const rows = parquetRows(await made({ format: "parquet" }));
    expect(rows.map(({ channel, id, data }) => [channel, id, data])).toEqual(
      frames.map(({ channel, id, data }) => [channel, id, data]),
    );
    const one = await made({ format: "candump", filters: { channels: [FIRST_CHANNEL.analogue] } });
    expect(collect("candump", one).frames).toEqual(frames.filter(({ channel }) => channel === FIRST_CHANNEL.analogue));
  });

  const valuesOf = (i: number) => [
    ["32", "SeatPosition", "Angle", String(Math.round(angleOf(i)) / 10), "deg", ""],
    ["48", "DigitalInputs", "Ignition", String(bitsOf(i) & 1), "", ["off", "on"][bitsOf(i) & 1]],
    ["48", "DigitalInputs", "Brake", String((bitsOf(i) >> 1) & 1), "", ["released", "pressed"][(bitsOf(i) >> 1) & 1]],
    ["48", "DigitalInputs", "Door", String((bitsOf(i) >> 2) & 1), "", ["closed", "open"][(bitsOf(i) >> 2) & 1]],
    ["64", "AnalogueInput", "Supply", String(voltsOf(i)), "V", ""],
  ];
  const asRounded = ([, channel, , message, signal, value, unit, text]: readonly string[]) => {
    // A single float is written as shortly as it is the same again.
    const exact = signal === "Supply" ? String(Math.fround(Number(value))) : value;
    const shown = signal === "Angle" ? String(Math.round(Number(value) * 1000) / 1000) : exact;
    return [channel, message, signal, shown, unit, text];
  };

  it("decoded has the exact values of one channel [DAT-09]", async () => {
    for (const [kind, dbc] of Object.entries(dbcs)) {
      const channel = FIRST_CHANNEL[kind as keyof typeof dbcs];
      const file = await made({ content: "decoded", dbc_ids: [dbc], filters: { channels: [channel] } });
      const expected = all.flatMap(valuesOf).filter(([of]) => of === String(channel));
      expect(cellsOf(file).map(asRounded)).toEqual(expected);
    }
  });

  it("decoded with several DBCs takes for each channel the one that is bound to it, in every format [DAT-09]", async () => {
    for (const [kind, dbc_id, signal] of [
      ["digital", dbcs.digital, "Door"],
      ["analogue", dbcs.analogue, "Supply"],
    ] as const) {
      const chosen = { name: `DBCSIG_${kind}`, dbc_id, signals: [{ message_id: 0, is_extended: false, signal }] };
      const { strategy_id } = (await call("POST", "/signal-strategies", chosen)).json().data;
      const bound = { channel: FIRST_CHANNEL[kind], strategy_id };
      expect((await call("POST", `/things/${world.device.thingsId}/signal-bindings`, bound)).statusCode).toBe(200);
    }
    const wanted = { content: "decoded", dbc_ids: [dbcs.digital, dbcs.analogue, dbcs.lin] };
    const expected = all.flatMap(valuesOf);
    expect(cellsOf(await made(wanted)).map(asRounded)).toEqual(expected);
    const rows = parquetRows(await made({ ...wanted, format: "parquet" }));
    expect(rows.map(({ channel, value }) => [String(channel), value])).toEqual(
      expected.map(([channel, , , value]) => [channel, expect.closeTo(Number(value), 9)]),
    );
    const groups = readMdf4Signals(await made({ ...wanted, format: "mdf4" }), { inflate });
    expect(groups.map(({ name, bus }) => [name, bus]).sort()).toEqual([
      ["AnalogueInput", "AI1"],
      ["DigitalInputs", "DI1"],
      ["SeatPosition", "LIN1"],
    ]);
    expect(groups.find(({ bus }) => bus === "AI1")?.channels).toEqual([
      { name: "Supply", unit: "V", states: [], values: all.map(voltsOf) },
    ]);
  });
});
