import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAccount } from "../../accounts/create-account.ts";
import type { KeptMessage, KeptSignalStore } from "../../frames/store/kept/kept-signals.ts";
import { createLog } from "../../platform/log.ts";
import { type TestDatabase, testDatabase } from "../../testing/engines/test-database.ts";
import { testDevice } from "../../testing/terminals/test-device.ts";
import { unbind } from "../bindings/change-bindings.ts";
import { insertBinding, setBindingState } from "../bindings/signal-binding-store.ts";
import { createDbc } from "../dbc/keep-dbc.ts";
import { numbersOf, renewSeries } from "./keep-series.ts";
import { changeStrategy } from "./keep-strategy.ts";
import { keepMessages, keptDaysOf } from "./materialise-binding.ts";
import { followAll } from "./materialise-jobs.ts";
import { findWorkBinding } from "./series-store.ts";
import { insertStrategy } from "./strategy-store.ts";

const DBC = `VERSION ""
BU_: E
BO_ 256 Engine: 8 E
 SG_ Speed : 0|16@1+ (1,0) [0|0] "" E
 SG_ Torque : 16|16@1+ (1,0) [0|0] "" E
BO_ 512 Body: 8 E
 SG_ Door : 0|1@1+ (1,0) [0|0] "" E
`;
const signalOf = (message_id: number, signal: string) => ({ message_id, is_extended: false, signal });
const SPEED = signalOf(256, "Speed");
const DOOR = signalOf(512, "Door");

/** Days with frames and their kept values; `during` runs while the first day is made. */
class FakeKept implements KeptSignalStore {
  readonly days = new Map<number, Set<number>>();
  during: () => Promise<unknown> = async () => undefined;
  asked = 0;

  async keep(messages: readonly KeptMessage[], days: Parameters<KeptSignalStore["keep"]>[1], signal: AbortSignal) {
    const wanted = [...this.days].filter(([day]) => day >= days.fromDay).sort(([a], [b]) => b - a);
    for (const [i, [, kept]] of wanted.entries()) {
      signal.throwIfAborted();
      if (i === 0) await this.during();
      for (const number of numbersOf(messages)) kept.add(number);
      await days.onDay?.(i + 1, wanted.length);
    }
    return wanted.length;
  }

  async isBehind(_: number, series: readonly number[], fromDay: number) {
    this.asked += 1;
    return [...this.days].some(([day, kept]) => day >= fromDay && series.some((number) => !kept.has(number)));
  }

  async daysOf(_: number, series: readonly number[]) {
    const kept = [...this.days.values()].filter((day) => series.every((number) => day.has(number)));
    return { days: this.days.size, kept: kept.length };
  }

  async drop(series: readonly number[]) {
    for (const day of this.days.values()) for (const number of series) day.delete(number);
  }

  get numbers(): number[] {
    return [...new Set([...this.days.values()].flatMap((day) => [...day]))].sort((a, b) => a - b);
  }
}

describe("what a binding keeps", () => {
  let database: TestDatabase;
  let tenantId: string;
  let thingsId: string;
  let dbcId: string;
  let strategyId: string;
  let id: string;
  let kept: FakeKept;
  const log = createLog("fatal");
  const { signal } = new AbortController();
  const stores = () => ({ db: database.db, kept });
  const binding = () => ({ tenantId, id });
  const follow = () => followAll(stores(), signal, log);
  const services = () => ({
    ...stores(),
    jobs: { enqueue: async () => "job" },
    clearPanels: async () => 0,
    now: Date.now,
  });
  const choose = (...signals: (typeof SPEED)[]) =>
    changeStrategy(database.db, tenantId, strategyId, { name: "all", nickname: "", remark: "", signals });

  beforeAll(async () => {
    database = await testDatabase();
    const account = { tenant: "own", tenantKind: "owner", name: "manager_a", password: "Right-2026" } as const;
    ({ tenantId } = await createAccount(database.db, { ...account, role: "manager", tenantLevel: "write" }));
    ({ thingsId } = await testDevice(database.db, tenantId));
    const given = { bytes: Buffer.from(DBC), remark: "", draft: false, author: "" };
    dbcId = await createDbc(database.db, tenantId, "test.dbc", given);
    const made = { name: "all", nickname: "", remark: "", dbcId, signals: [SPEED, DOOR], author: "" };
    strategyId = (await insertStrategy(database.db, tenantId, made)) ?? "";
  });
  afterAll(() => database?.drop());

  beforeEach(async () => {
    await database.pool.query("delete from signal_bindings");
    await choose(SPEED, DOOR);
    kept = new FakeKept();
    for (const day of [10, 11, 12]) kept.days.set(day, new Set());
    id = (await insertBinding(database.db, { tenantId, thingsId, channel: 0, strategyId, fromDay: 11 })) ?? "";
  });

  it("follows its days unasked, and nothing is done twice [DBC-03]", async () => {
    expect(await keptDaysOf(stores(), binding())).toEqual({ days: 3, kept: 0 });
    expect(await follow()).toBe(2);
    expect(await keptDaysOf(stores(), binding())).toEqual({ days: 3, kept: 2 });
    expect(await follow()).toBe(0);
    await setBindingState(database.db, tenantId, id, "paused", 12);
    kept.asked = 0;
    kept.days.set(13, new Set());
    expect([await follow(), kept.asked]).toEqual([0, 0]);
    expect(await renewSeries(stores(), binding())).toBeUndefined();
  });

  it("follows the strategy: new signals get series, those of before go with their values [DBC-03]", async () => {
    await follow();
    const before = kept.numbers;
    await choose(SPEED, signalOf(256, "Torque"));
    expect(await keptDaysOf(stores(), binding())).toEqual({ days: 3, kept: 0 });
    await follow();
    expect(kept.numbers).toHaveLength(2);
    expect(kept.numbers.filter((number) => before.includes(number))).toHaveLength(1);
    expect(await keptDaysOf(stores(), binding())).toEqual({ days: 3, kept: 2 });
  });

  it("leaves nothing behind when it is unbound or changed while days are made [DBC-03]", async () => {
    const keepAll = async () => {
      const messages = (await renewSeries(stores(), binding())) ?? [];
      return keepMessages(stores(), binding(), messages, { fromDay: 0 }, signal);
    };
    kept.during = () => choose(SPEED);
    expect(await keepAll()).toBeUndefined();
    kept.during = async () => undefined;
    expect(await keepAll()).toBe(3);
    expect(kept.numbers).toHaveLength(1);
    kept.during = () => unbind(services(), { tenantId, thingsId }, id);
    expect(await keepAll()).toBeUndefined();
    expect(await findWorkBinding(database.db, tenantId, id)).toBeUndefined();
    expect(kept.numbers).toEqual([]);
  });

  it("that fails does not keep others waiting, and a cancelled one ends", async () => {
    const other = await insertBinding(database.db, { tenantId, thingsId, channel: 1, strategyId, fromDay: 11 });
    let calls = 0;
    kept.during = async () => {
      calls += 1;
      if (calls === 1) throw new Error("broken");
    };
    expect(await follow()).toBe(2);
    expect(await keptDaysOf(stores(), { tenantId, id: other ?? "" })).toEqual({ days: 3, kept: 2 });
    const cancelled = AbortSignal.abort();
    await expect(followAll(stores(), cancelled, log)).rejects.toThrow();
  });
});
