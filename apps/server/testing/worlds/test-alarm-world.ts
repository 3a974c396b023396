/** For tests: rules, ingest and relay on the real databases, as processes that can end anywhere. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { FrameBatch } from "@canopy/can/frame/batch";
import { sql } from "kysely";
import { createAccount } from "../../accounts/create-account.ts";
import { type RelayStep, RuleRelay } from "../../alarms/relay/rule-relay.ts";
import { rulesSubject } from "../../alarms/rules/rule-subjects.ts";
import { makeTestRule, type sampleRule } from "../../alarms/rules/test-rule.ts";
import { FenceKeeper } from "../../alarms/watch/fence-keeper.ts";
import { PositionTimer } from "../../alarms/watch/position-timer.ts";
import { RuleKeeper } from "../../alarms/watch/rule-keeper.ts";
import { SilenceTimer } from "../../alarms/watch/silence-timer.ts";
import { UnwatchedTimer } from "../../alarms/watch/unwatched-timer.ts";
import type { FrameIngest } from "../../frames/ingest/ingest-frames.ts";
import { PointIngest } from "../../frames/ingest/ingest-points.ts";
import { openIngest } from "../../frames/ingest/open-ingest.ts";
import { localBus } from "../../platform/bus/local-bus.ts";
import { createLog } from "../../platform/log.ts";
import { type TestDatabase, testDatabase } from "../engines/test-database.ts";
import { type TestFrameStore, testFrameStore } from "../engines/test-frame-store.ts";
import { type TestDevice, testDevice } from "../terminals/test-device.ts";
import { TEST_PASSWORD } from "../test-app.ts";

/** Where a process ends: before its commit, between commit and answer, or at a step of the relay. */
export type End = "beforeCommit" | "afterCommit" | RelayStep;

class Killed extends Error {}

const log = createLog("fatal");
const NEVER = () => new Promise<never>(() => undefined);

export interface Process {
  readonly ingest: FrameIngest;
  readonly keeper: RuleKeeper;
  /** Positions, judged by the rules on fences. */
  readonly points: PointIngest;
  readonly fences: FenceKeeper;
  /** Looks when it is told to. */
  readonly silence: SilenceTimer;
  readonly positions: PositionTimer;
  readonly unwatched: UnwatchedTimer;
  /** One round of the relay; false: it was killed. */
  relay(): Promise<boolean>;
  /** The next time it comes there, it ends. */
  endAt(end: End): void;
  readonly isAlive: boolean;
}

export class AlarmWorld {
  readonly bus = localBus(log);
  readonly database: TestDatabase;
  readonly frames: TestFrameStore;
  readonly author: { tenantId: string; userId: string; userName: string };
  nowMs = Date.UTC(2026, 10, 14, 8);
  /** CAP-05 */
  mayStore = true;

  static async open(): Promise<AlarmWorld> {
    const database = await testDatabase();
    const frames = await testFrameStore();
    const account = { tenant: "acme", tenantKind: "owner", name: "acme", password: TEST_PASSWORD } as const;
    const made = await createAccount(database.db, { ...account, role: "manager", tenantLevel: "write" });
    return new AlarmWorld(database, frames, { ...made, userName: "acme" });
  }

  private constructor(database: TestDatabase, frames: TestFrameStore, author: AlarmWorld["author"]) {
    this.database = database;
    this.frames = frames;
    this.author = author;
  }

  device(): Promise<TestDevice> {
    return testDevice(this.database.db, this.author.tenantId);
  }

  async rule(more: Parameters<typeof sampleRule>[0] = {}): Promise<string> {
    const id = await makeTestRule(this.database.db, this.author, { enabled: true, ...more });
    this.bus.publish(rulesSubject(this.author.tenantId), new Uint8Array(0));
    return id;
  }

  start(): Process {
    let end: End | undefined;
    const { landing, points: stored } = this.frames.store;
    const { db } = this.database;
    const pool = this.frames.framesDatabase.pool;
    const state = { isAlive: true };
    const dies = (at: End) => {
      if (end !== at) return false;
      end = undefined;
      state.isAlive = false;
      return true;
    };
    const watching = { db, pool, bus: this.bus, log, changed: () => undefined };
    const keeper = new RuleKeeper(watching);
    const fences = new FenceKeeper(watching);
    const forget = (binding: number) => keeper.forget(binding);
    const positions = new PositionTimer({ ...watching, forget: (binding) => fences.forget(binding) });
    const silence = new SilenceTimer({ ...watching, forget, now: () => this.nowMs });
    const commit = async <T>(store: () => Promise<T>): Promise<T> => {
      if (!state.isAlive || dies("beforeCommit")) return NEVER();
      const answer = await store();
      return dies("afterCommit") ? NEVER() : answer;
    };
    const ingest = openIngest({
      log,
      mayStore: () => this.mayStore,
      judge: keeper,
      landing: {
        ...landing,
        land: (write) => commit(() => landing.land(write)),
        refuseJudged: (batch, rules) => commit(() => landing.refuseJudged(batch, rules)),
      },
    });
    const points = new PointIngest(
      { ...stored, landPositions: (rows, write) => commit(() => stored.landPositions(rows, write)) },
      log,
      fences,
    );
    const step = (at: RelayStep) => {
      if (dies(at)) throw new Killed();
    };
    const relay = new RuleRelay({ db, pool, log, alarmsChanged: () => undefined, now: () => this.nowMs, step });
    void relay.stop();
    return {
      ingest,
      keeper,
      points,
      fences,
      silence,
      positions,
      unwatched: new UnwatchedTimer(watching),
      relay: () =>
        relay.carry().then(
          () => true,
          (error: unknown) => {
            if (error instanceof Killed) return false;
            throw error;
          },
        ),
      endAt: (at) => {
        end = at;
      },
      get isAlive() {
        return state.isAlive;
      },
    };
  }

  async outbox({ thingsId }: TestDevice): Promise<string[]> {
    const found = await sql<{ line: string }>`select concat(cause, ' ', kind, ' ', target) as line from alarm_outbox
      where things_id = ${thingsId} order by created_at, kind`.execute(this.database.db);
    return found.rows.map(({ line }) => line);
  }

  async close(): Promise<void> {
    await nextTurn();
    await this.frames.drop();
    await this.database.drop();
  }
}

export interface Sent {
  readonly sequence: number;
  readonly epoch?: number;
  readonly receivedAtMs?: number;
  /** Microseconds, and byte 0 of identifier 0x100. */
  readonly samples: readonly (readonly [timeUs: number, value: number])[];
}

export function batchOf(device: TestDevice, { sequence, epoch = 7, receivedAtMs, samples }: Sent) {
  const frames = new FrameBatch(samples.length || 1);
  for (const [timeUs, value] of samples) frames.push(timeUs, 0, 0x100, 0, 1, Uint8Array.of(value));
  const lastMs = Math.max(...samples.map(([timeUs]) => timeUs)) / 1000;
  const { bindingNumber, deviceId, tenantId } = device;
  return {
    bindingNumber,
    deviceId,
    tenantId,
    epoch,
    sequence,
    frames,
    raw: undefined,
    receivedAtMs: receivedAtMs ?? lastMs,
  };
}
