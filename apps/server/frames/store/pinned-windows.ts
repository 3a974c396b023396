import type pg from "pg";
import type { TimeWindow } from "./time-window.ts";

/** The name of a window: its binding, and the change of a rule that pinned it. */
export interface PinKey {
  readonly binding: number;
  readonly change: number;
}

/** TRG-05: windows around alarms. Landing writes them with the firing; deletion and retention spare them. */
export interface PinnedWindowStore {
  of(bindingNumber: number): Promise<TimeWindow[]>;
  /** Of an event that is open again; frames that went meanwhile do not come back. */
  add(pins: readonly (PinKey & TimeWindow)[]): Promise<void>;
  remove(pins: readonly PinKey[]): Promise<void>;
}

export function pinnedWindowStore(pool: pg.Pool): PinnedWindowStore {
  return {
    async of(bindingNumber) {
      const found = await pool.query<TimeWindow>(
        `select from_us as "fromUs", to_us as "toUs" from pinned_windows where binding = $1 order by from_us`,
        [bindingNumber],
      );
      return found.rows;
    },
    async add(pins) {
      await pool.query(
        `insert into pinned_windows (binding, change, from_us, to_us)
          select * from unnest($1::int[], $2::bigint[], $3::bigint[], $4::bigint[]) on conflict do nothing`,
        [...keysOf(pins), pins.map(({ fromUs }) => fromUs), pins.map(({ toUs }) => toUs)],
      );
    },
    async remove(pins) {
      await pool.query(
        `delete from pinned_windows p using unnest($1::int[], $2::bigint[]) as w (binding, change)
          where p.binding = w.binding and p.change = w.change`,
        keysOf(pins),
      );
    },
  };
}

const keysOf = (pins: readonly PinKey[]): number[][] => [
  pins.map(({ binding }) => binding),
  pins.map(({ change }) => change),
];
