/** For tests: devices, push rules and workers on the real databases, and a receiver that checks what it gets. */
import { FrameBatch } from "@canopy/can/frame/batch";
import type { pushContent } from "@canopy/contract/push/rules";
import { sql } from "kysely";
import type { z } from "zod";
import { limitsOf } from "../../capacity/limits.ts";
import { openIngest } from "../../frames/ingest/open-ingest.ts";
import { createLog } from "../../platform/log.ts";
import { carryHappenings } from "../../push/carry-happenings.ts";
import { type CollectStep, PushCollector } from "../../push/push-collector.ts";
import { PushSender, type PushSenderParts } from "../../push/push-sender.ts";
import { DeviceWatch } from "../../push/watch-devices.ts";
import { pushesOf } from "../../push-parts.ts";
import { createDbc } from "../../signals/dbc/keep-dbc.ts";
import { type TestFrameStore, testFrameStore } from "../engines/test-frame-store.ts";
import { type PushReceiver, pushReceiver } from "../outside/test-push-receiver.ts";
import { type TestDevice, testDevice } from "../terminals/test-device.ts";
import { TEST_SECRET, type TestApp, type TestUser, testApp } from "../test-app.ts";
import { smallDbc } from "./test-dbc.ts";
import { makeTestPush, PUSH_SECRET } from "./test-push-rule.ts";

const log = createLog("fatal");

export class PushWorld {
  readonly app: TestApp;
  readonly frames: TestFrameStore;
  readonly manager: TestUser;
  readonly device: TestDevice;
  readonly dbcId: string;
  readonly receiver: PushReceiver;
  readonly ingest;
  #sequence = 0;

  static async open({ work = false } = {}): Promise<PushWorld> {
    const frames = await testFrameStore();
    const app = await testApp({ privateTargets: true }, { store: frames.store, work });
    const manager = await app.user({ tenant: "own", name: "manager_a", role: "manager" });
    const device = await testDevice(app.database.db, manager.tenantId, { name: "VAN-01" });
    const given = { bytes: Buffer.from(smallDbc()), remark: "", draft: false, author: "" };
    const dbcId = await createDbc(app.database.db, manager.tenantId, "test.dbc", given);
    return new PushWorld({ app, frames, manager, device, dbcId }, await pushReceiver(PUSH_SECRET));
  }

  private constructor(
    made: Pick<PushWorld, "app" | "frames" | "manager" | "device" | "dbcId">,
    receiver: PushReceiver,
  ) {
    this.app = made.app;
    this.frames = made.frames;
    this.manager = made.manager;
    this.device = made.device;
    this.dbcId = made.dbcId;
    this.receiver = receiver;
    this.ingest = openIngest({ landing: made.frames.store.landing, log, mayStore: () => true });
  }

  get db() {
    return this.app.database.db;
  }

  get speed() {
    return { channel: 0, dbc_id: this.dbcId, message_id: 256, is_extended: false, signal: "Speed" };
  }

  rule(more: Partial<z.input<typeof pushContent>> = {}): Promise<string> {
    const owner = { tenantId: this.manager.tenantId, userName: this.manager.name };
    return makeTestPush(this.db, owner, { url: this.receiver.url, enabled: true, ...more });
  }

  /** Frames with the raw value of Speed at these times. */
  async drive(values: readonly (readonly [timeUs: number, raw: number])[], device = this.device): Promise<void> {
    const batch = new FrameBatch();
    for (const [timeUs, raw] of values)
      batch.push(timeUs, 0, 256, 0, 8, Uint8Array.of(raw & 255, raw >> 8, 0, 0, 0, 0, 0, 0));
    this.#sequence += 1;
    const { bindingNumber, deviceId, tenantId } = device;
    const of = { bindingNumber, deviceId, tenantId, receivedAtMs: Date.now(), epoch: 5, sequence: this.#sequence };
    await this.ingest.ingest({ ...of, frames: batch, raw: undefined });
  }

  locate(positions: readonly { time: number; latitude: number; longitude: number }[]): Promise<void> {
    const { bindingNumber } = this.device;
    return this.frames.store.points.addPositions(positions.map((position) => ({ bindingNumber, position })));
  }

  watch(): Promise<void> {
    return new DeviceWatch(this.db, [this.frames.framesDatabase.pool], Date.now).look();
  }

  collector(step?: (step: CollectStep) => void, queueLimit?: number): PushCollector {
    const { store, framesDatabase } = this.frames;
    return new PushCollector({
      db: this.db,
      frames: store.frames,
      points: store.points,
      pool: framesDatabase.pool,
      log,
      queued: () => undefined,
      ...(step && { step }),
      ...(queueLimit !== undefined && { queueLimit }),
    });
  }

  sender(more: Partial<PushSenderParts> = {}): PushSender {
    return new PushSender({
      db: this.db,
      secret: TEST_SECRET,
      privateTargets: true,
      limitOf: limitsOf(this.db),
      otherPushes: async () => 0,
      log,
      now: Date.now,
      ...more,
    });
  }

  /** Everything that came is sent. */
  async pass(): Promise<void> {
    while ((await this.collector().collect()) > 0);
    while ((await carryHappenings(this.db)) > 0);
    await this.sender().drain();
  }

  /** As many deliveries as one likes, without data behind them. */
  async queue(ruleId: string, count: number): Promise<void> {
    await sql`insert into push_deliveries (tenant_id, rule_id, things_id, message_id, cause, type, at_us, body)
      select ${this.manager.tenantId}, ${ruleId}, ${this.device.thingsId}, gen_random_uuid(), 'live', 'position', n,
        jsonb_build_object('n', n)::text from generate_series(1, ${count}::int) n`.execute(this.db);
  }

  async states(ruleId: string): Promise<Record<string, number>> {
    const found = await sql<{ state: string; count: number }>`select state, count(*) as count from push_deliveries
      where rule_id = ${ruleId} group by state`.execute(this.db);
    return Object.fromEntries(found.rows.map(({ state, count }) => [state, count]));
  }

  async deliveries(ruleId: string) {
    const found = await sql<{
      state: string;
      attempts: number;
      status: number | null;
      problem: string | null;
    }>`select state, attempts, status, problem from push_deliveries where rule_id = ${ruleId} order by at_us`.execute(
      this.db,
    );
    return found.rows;
  }

  /** Whatever rests or waits for another try is due now. */
  async makeDue(): Promise<void> {
    await sql`update push_rules set rest_until = '-infinity'`.execute(this.db);
    await sql`update push_deliveries set next_at = now() where state = 'waiting'`.execute(this.db);
  }

  /** Empty again, with a receiver that is as it was. */
  async reset(): Promise<void> {
    await sql`delete from push_rules`.execute(this.db);
    await sql`delete from push_usage`.execute(this.db);
    await sql`delete from push_happenings`.execute(this.db);
    const { pool } = this.frames.framesDatabase;
    await pool.query("delete from push_arrivals");
    await pool.query("delete from push_watched");
    Object.assign(this.receiver, { calls: 0, most: 0, instead: undefined, pauseMs: 0 });
    this.receiver.taken.length = 0;
  }

  pushes(): Promise<number> {
    return pushesOf(this.db, Date.now)(this.manager.tenantId);
  }

  call(method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) {
    return this.app.call(this.manager, { method, url: `/api${path}`, ...(payload && { payload }) });
  }

  async close(): Promise<void> {
    await this.receiver.close();
    await this.ingest.close();
    await this.app.close();
    await this.frames.drop();
  }
}
