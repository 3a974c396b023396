import type { Dbc } from "@canopy/can/dbc/model";
import { bindStrategy, unbindStrategy } from "@canopy/contract/signals/bindings";
import { deleteDbc, uploadDbc } from "@canopy/contract/signals/dbc-files";
import type { MessageSignal } from "@canopy/contract/signals/signal-reference";
import { createStrategy, deleteStrategy, STRATEGY_PREFIX, type Strategy } from "@canopy/contract/signals/strategies";
import { api } from "../../platform/api.ts";
import { base64Of } from "../dbc/dbc-changes.ts";

/** One of the library, or a file that comes into it. */
export type DbcSource = { readonly dbcId: string; readonly name: string } | { readonly file: File };

interface DbcBindParts {
  readonly thingsId: string;
  readonly channel: number;
  readonly source: DbcSource;
  readonly strategies: readonly Strategy[];
  readDbc(dbcId: string): Promise<Dbc>;
}

export interface BoundDbc {
  readonly name: string;
  /** Takes back what was made, and that alone. */
  undo(): Promise<void>;
}

/** Signals of a strategy that nobody chose: each is computed as data arrives. The table of frames reads all of the DBC. */
const SIGNALS = 20;
const MOST_LETTERS = 40;

/** Everything between a DBC and a channel whose frames it reads; a failure on the way leaves nothing behind. */
export async function bindDbc(parts: DbcBindParts): Promise<BoundDbc> {
  const steps: (() => Promise<unknown>)[] = [];
  const undo = async () => {
    for (const step of steps.splice(0).reverse()) await step();
  };
  try {
    return { name: await bindInSteps(parts, steps), undo };
  } catch (problem) {
    await undo();
    throw problem;
  }
}

async function bindInSteps(parts: DbcBindParts, steps: (() => Promise<unknown>)[]): Promise<string> {
  const { thingsId, channel, source } = parts;
  const known = "file" in source ? await upload(source.file) : source;
  if ("file" in source) steps.push(() => api(deleteDbc, { params: { dbc_id: known.dbcId } }));
  const own = parts.strategies.find(({ dbc_id }) => dbc_id === known.dbcId);
  const strategy_id = own?.strategy_id ?? (await makeStrategy(known, await parts.readDbc(known.dbcId)));
  if (!own) steps.push(() => api(deleteStrategy, { params: { strategy_id } }));
  const bound = await api(bindStrategy, { params: { things_id: thingsId }, body: { channel, strategy_id } });
  const { binding_id } = bound.data;
  steps.push(() => api(unbindStrategy, { params: { things_id: thingsId, binding_id } }));
  return known.name;
}

async function upload(file: File): Promise<{ dbcId: string; name: string }> {
  const content_base64 = await base64Of(new Uint8Array(await file.arrayBuffer()));
  const { data } = await api(uploadDbc, { body: { file_name: file.name, content_base64, remark: "", draft: false } });
  return { dbcId: data.dbc_id, name: data.name };
}

async function makeStrategy({ dbcId, name }: { dbcId: string; name: string }, dbc: Dbc): Promise<string> {
  const word = name.replaceAll(/\W/g, "_").slice(0, MOST_LETTERS);
  const body = {
    name: `${STRATEGY_PREFIX}${word}_${Date.now().toString(36)}`,
    nickname: name.slice(0, MOST_LETTERS),
    remark: "",
    dbc_id: dbcId,
    signals: firstSignals(dbc),
  };
  return (await api(createStrategy, { body })).data.strategy_id;
}

const firstSignals = ({ messages }: Dbc): MessageSignal[] =>
  messages
    .flatMap(({ id, isExtended, signals }) =>
      signals.map(({ name }) => ({ message_id: id, is_extended: isExtended, signal: name })),
    )
    .slice(0, SIGNALS);
