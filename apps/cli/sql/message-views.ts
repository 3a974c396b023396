import { layoutOf } from "@canopy/can/dbc/decode/layout";
import { MessageIndex } from "@canopy/can/dbc/find";
import type { Dbc, Message } from "@canopy/can/dbc/model";
import { distinctNames } from "@canopy/can/logs/parquet/signal-columns";
import { alsoIdsOf } from "@canopy/server/signals/bindings/find-signal";
import { FLOAT_MACROS, signalExpression } from "./signal-expression.ts";

/** Columns of a view beside its signals. */
export const FIXED_COLUMNS = ["tenant", "device", "day", "time", "k", "channel", "id"];
const SOURCE = "canopy_frames";

export interface ViewOptions {
  /** The folder of `canopy lake export`. */
  readonly lake: string;
  /** Left out: frames of every channel. */
  readonly channel?: number | undefined;
}

/** Statements of DuckDB: a view of the raw frames, and one for each message that decodes them. */
export function messageViews(dbcs: readonly Dbc[], { lake, channel }: ViewOptions): string {
  const glob = text(`${lake.replace(/\/+$/, "")}/frames/*/*/*/*.parquet`);
  const types = "{'tenant': varchar, 'device': varchar, 'day': date}";
  const frames = `create or replace view ${SOURCE} as\n  select * from read_parquet(${glob}, hive_types = ${types});`;
  const messages = dbcs.flatMap((dbc) => namedMessages(dbc).map((message) => ({ dbc, message })));
  const names = distinctNames(
    messages.map(({ message }) => message.name),
    [SOURCE],
  );
  const views = messages.map(({ dbc, message }, i) => viewOf(dbc, message, names[i] as string, channel));
  return `${[FLOAT_MACROS, frames, ...views].join("\n\n")}\n`;
}

/** Those that a frame can be of: of two with one identifier the last. */
function namedMessages(dbc: Dbc): Message[] {
  const index = new MessageIndex(dbc);
  return dbc.messages.filter((message, i) => message.isDecodable && index.find(message.id, message.isExtended) === i);
}

function viewOf(dbc: Dbc, message: Message, name: string, channel: number | undefined): string {
  const layout = layoutOf(message);
  const names = distinctNames(
    message.signals.map((signal) => signal.name),
    FIXED_COLUMNS,
  );
  const columns = names.map((column, i) => `${signalExpression(layout, i) ?? "null::double"} as ${quoted(column)}`);
  const conditions = [
    "not remote and not error",
    message.isExtended ? "extended" : "not extended",
    idCondition(dbc, message),
    ...(channel === undefined ? [] : [`channel = ${channel}`]),
  ];
  const selected = [FIXED_COLUMNS.join(", "), ...columns].join(",\n    ");
  return `create or replace view ${quoted(name)} as
  select ${selected}
  from ${SOURCE}
  where ${conditions.join(" and ")};`;
}

function idCondition(dbc: Dbc, message: Message): string {
  const own = `id = ${message.id}`;
  const also = alsoIdsOf(dbc, message);
  if (also === undefined) return own;
  const spans = also.spans.map(({ from, to }) => `id between ${from} and ${to}`).join(" or ");
  const others = also.except.length === 0 ? "" : ` and id not in (${also.except.join(", ")})`;
  return `(${own} or ((${spans})${others}))`;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const text = (value: string): string => `'${value.replaceAll("'", "''")}'`;
