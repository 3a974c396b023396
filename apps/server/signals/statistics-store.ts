import type { SignalSql } from "@canopy/can/dbc/sql";
import { MAX_STATES } from "@canopy/contract/signals/statistics";
import type { ClickHouseClient } from "@clickhouse/client";
import type { MessageQuery } from "../frames/history-curve-store.ts";
import { whole } from "../frames/history-filter-sql.ts";
import { readNumbers } from "../platform/clickhouse/read-numbers.ts";
import { valuesSql } from "./decoded-curve-store.ts";

export interface Figures {
  readonly samples: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly rms: number;
}

export interface HeldState {
  readonly value: number;
  readonly us: number;
}

/** Over every sample, in the store. */
export async function readFigures(client: ClickHouseClient, query: MessageQuery, signal: SignalSql): Promise<Figures> {
  const { columns } = await readNumbers(
    client,
    ["countIf(k0)", "minIf(v0, k0)", "maxIf(v0, k0)", "avgIf(v0, k0)", "sqrt(avgIf(v0 * v0, k0))"],
    `from (${valuesSql(query, [signal])})`,
  );
  const [samples = 0, min = 0, max = 0, mean = 0, rms = 0] = columns.map((column) => column[0]);
  return { samples, min, max, mean, rms };
}

/** How long each value held: until the next sample, or not at all before a pause. */
export async function readStates(
  client: ClickHouseClient,
  query: MessageQuery,
  signal: SignalSql,
  gapUs: number,
): Promise<HeldState[]> {
  const { columns } = await readNumbers(
    client,
    ["v0", "sum(held)"],
    `from (
        select v0, leadInFrame(ts, 1, ts) over (order by ts rows between current row and unbounded following) - ts as held
        from (${valuesSql(query, [signal])}) where k0)
      where held > 0 and held <= ${whole(gapUs)} group by v0 order by sum(held) desc limit ${whole(MAX_STATES)}`,
  );
  const [values = new Float64Array(), held] = columns;
  return Array.from(values, (value, row) => ({ value, us: held?.[row] ?? 0 }));
}
