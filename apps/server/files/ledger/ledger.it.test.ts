import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import type { GapLedger } from "@canopy/contract/files/gaps";
import { MAX_WAITING_RECALLS } from "@canopy/contract/files/recalls";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { setPackage } from "../../capacity/package-store.ts";
import type { TestDevice } from "../../testing/terminals/test-device.ts";
import {
  type DrivenDevice,
  RECALL_SOON,
  type RecallWorld,
  recallWorld,
} from "../../testing/terminals/test-recall-world.ts";

const TIMEOUT_MS = 180_000 * PATIENCE;
const MINUTE_MS = 60_000;
const MINUTES = 6;
/** It gives up what does not fit. */
const SMALL_OUTBOX = 200 * 1024;
const NOTHING = { here: 0, card: 0, held: 0, lost: 0, unknown: 0 };

describe("the ledger of a device", { timeout: TIMEOUT_MS }, () => {
  let world: RecallWorld;

  beforeAll(async () => {
    world = await recallWorld();
    world.startRunner();
    await setPackage(world.database.db, world.manager.tenantId, UNLIMITED_PACKAGE);
  }, TIMEOUT_MS);
  afterAll(() => world?.close());

  const drive = async (outboxBytes: number): Promise<DrivenDevice> => {
    const driven = await world.drive({ minutes: MINUTES, outboxBytes });
    driven.terminal.pump();
    await vi.waitFor(() => expect(driven.terminal.outbox.waiting).toBe(0), RECALL_SOON);
    return driven;
  };
  const ask = ({ thingsId }: TestDevice, from: number, to: number) =>
    world.call(world.manager, {
      url: `/api/things/${thingsId}/gaps?start_time=${Math.floor(from)}&end_time=${Math.floor(to)}`,
    });
  const read = async (device: TestDevice, from = Date.now() - 8 * MINUTE_MS, to = Date.now()): Promise<GapLedger> => {
    const answer = await ask(device, from, to);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().data;
  };
  const kinds = ({ gaps }: GapLedger) => new Set(gaps.map(({ state, cause }) => `${state} ${cause}`));
  const sum = ({ here, card, held, lost, unknown }: GapLedger) => here + card + held + lost + unknown;

  it("has no gap where everything is here, and nothing where nothing was recorded [DAT-10]", async () => {
    const { device } = await drive(64 * 1024 ** 2);
    await world.read(device);
    const ledger = await read(device);
    expect(ledger.gaps).toEqual([]);
    expect(ledger).toMatchObject({ ...NOTHING, here: 1 });
    expect(ledger.lanes.map(({ channel }) => channel)).toEqual(expect.arrayContaining([0, 1]));
    const long = await read(device, Date.now() - 30 * 86_400_000, Date.now() - 86_400_000);
    expect(long).toMatchObject({ ...NOTHING, gaps: [] });
    const ahead = await read(device, Date.now() + MINUTE_MS, Date.now() + 2 * MINUTE_MS);
    expect(ahead).toMatchObject({ ...NOTHING, gaps: [] });
  });

  it("finds what is missing on the card, with its files; their recall closes the gap [DAT-10]", async () => {
    const { device } = await drive(0);
    expect(await read(device)).toMatchObject({ ...NOTHING, gaps: [], card_read_time: null });
    await world.read(device);
    const ledger = await read(device);
    expect(ledger).toMatchObject({ ...NOTHING, card: 1 });
    expect(kinds(ledger)).toEqual(new Set(["card offline"]));
    const ready = ledger.gaps.flatMap(({ files }) => files.filter(({ is_writing }) => !is_writing));
    const names = [...new Set(ready.map(({ name }) => name))];
    expect(names.length).toBeGreaterThan(1);
    const [first] = names;
    const [one] = await world.recall(device, [first ?? ""], true);
    await world.ends(device, one?.recall_id ?? "", "done");
    await expect.poll(async () => (await read(device)).here, RECALL_SOON).toBeGreaterThan(0);
    const partly = await read(device);
    expect(partly.here + partly.card).toBeCloseTo(1, 9);
    expect(partly.gaps.flatMap(({ files }) => files.map(({ name }) => name))).not.toContain(first);
    for (let i = 1; i < names.length; i += MAX_WAITING_RECALLS) {
      const rest = await world.recall(device, names.slice(i, i + MAX_WAITING_RECALLS), true);
      for (const { recall_id } of rest) await world.ends(device, recall_id, "done");
    }
    const left = async () => (await read(device)).gaps.flatMap(({ files }) => files);
    await expect.poll(async () => (await left()).filter(({ is_writing }) => !is_writing), RECALL_SOON).toEqual([]);
  });

  it("says what is lost, and why, once the card was looked at [DAT-10]", async () => {
    const { db } = world.database;
    const { device, terminal } = await drive(SMALL_OUTBOX);
    const { thingsId, tenantId } = device;
    expect(kinds(await read(device))).toEqual(new Set(["unknown offline"]));
    await world.read(device);
    expect(kinds(await read(device))).toEqual(new Set(["card offline"]));
    terminal.card.format();
    await world.read(device);
    const lost = await read(device);
    expect(kinds(lost)).toEqual(new Set(["lost offline"]));
    expect(lost.here).toBeGreaterThan(0);
    expect(lost.lost).toBeGreaterThan(0);
    expect(sum(lost)).toBeCloseTo(1, 9);
    const [gap] = lost.gaps;
    const whole = await read(device, gap?.start_time, gap?.end_time);
    expect(whole).toMatchObject({ ...NOTHING, lost: 1 });
    const log = (to: string) =>
      sql`insert into device_log (tenant_id, things_id, kind, content, at) values (${tenantId}, ${thingsId}, 'sd',
        ${JSON.stringify({ to })}::jsonb, now() - interval '9 minutes')`.execute(db);
    await log("not_inserted");
    expect(kinds(await read(device))).toEqual(new Set(["lost noCard"]));
    await sql`update device_log set content = '{"to":"not_recording"}' where things_id = ${thingsId}
      and kind = 'sd'`.execute(db);
    expect(kinds(await read(device))).toEqual(new Set(["lost cardFull"]));
  });

  it("refuses a range that is too long or ends before it begins [DAT-10]", async () => {
    const { device } = await world.drive({ minutes: 1 });
    for (const [from, to] of [
      [0, 31 * 86_400_000 + 1],
      [5, 5],
    ] as const)
      expect((await ask(device, from, to)).json().code).toBe("files.ledgerRange");
    expect((await ask(device, 0, 31 * 86_400_000)).statusCode).toBe(200);
  });
});
