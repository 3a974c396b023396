import type { KeptDays, KeptMessage } from "../../frames/store/kept/kept-signals.ts";
import { numbersOf, renewSeries, type SignalStores, seriesNow } from "./keep-series.ts";
import { findWorkBinding, seriesOf, type WorkBinding } from "./series-store.ts";

type BindingKey = Pick<WorkBinding, "tenantId" | "id">;

/** Days from this one on; `onDay` is told after each. */
export interface DaysToKeep {
  readonly fromDay: number;
  readonly onDay?: (done: number, days: number) => Promise<void>;
}

/** Keeps the binding's segments since the last run; returns their number. */
export async function followBinding(stores: SignalStores, binding: WorkBinding, signal: AbortSignal): Promise<number> {
  const now = await seriesNow(stores.db, binding);
  const isRenewed = now.missing.length > 0 || now.former.length > 0;
  const messages = isRenewed ? await renewSeries(stores, binding) : now.messages;
  if (messages === undefined || messages.length === 0) return 0;
  if (!(await stores.kept.isBehind(binding.device, numbersOf(messages), binding.fromDay))) return 0;
  return (await keepMessages(stores, binding, messages, { fromDay: binding.fromDay }, signal)) ?? 0;
}

/**
 * Keeps the messages. Nothing is locked meanwhile, since that may take hours: after each day it is asked whether the
 * binding still wants them. Undefined: it does not, and the rest was left out.
 */
export async function keepMessages(
  stores: SignalStores,
  binding: BindingKey,
  messages: readonly KeptMessage[],
  { fromDay, onDay }: DaysToKeep,
  signal: AbortSignal,
): Promise<number | undefined> {
  const unwanted = new AbortController();
  const days = {
    fromDay,
    onDay: async (done: number, of: number) => {
      if (!(await isWanted(stores, binding, messages))) unwanted.abort();
      await onDay?.(done, of);
    },
  };
  try {
    return await stores.kept.keep(messages, days, AbortSignal.any([signal, unwanted.signal]));
  } catch (error) {
    if (!unwanted.signal.aborted || signal.aborted) throw error;
    return undefined;
  } finally {
    await dropUnnamed(stores, binding, messages);
  }
}

async function isWanted({ db }: SignalStores, { tenantId, id }: BindingKey, messages: readonly KeptMessage[]) {
  const binding = await findWorkBinding(db, tenantId, id);
  if (binding?.state !== "enabled") return false;
  const { messages: now, missing } = await seriesNow(db, binding);
  return missing.length === 0 && numbersOf(now).join() === numbersOf(messages).join();
}

/** Series removed while their values were made: the removal could not drop these bodies. */
async function dropUnnamed({ db, kept }: SignalStores, binding: BindingKey, messages: readonly KeptMessage[]) {
  const named = new Set((await seriesOf(db, binding)).map(({ series }) => series));
  const unnamed = numbersOf(messages).filter((number) => !named.has(number));
  if (unnamed.length > 0) await kept.drop(unnamed);
}

/** A day counts as kept when every signal of the strategy is. */
export async function keptDaysOf({ db, kept }: SignalStores, { tenantId, id }: BindingKey): Promise<KeptDays> {
  const binding = await findWorkBinding(db, tenantId, id);
  if (binding === undefined) return { days: 0, kept: 0 };
  const { messages, missing } = await seriesNow(db, binding);
  const numbers = numbersOf(messages);
  const days = await kept.daysOf(binding.device, numbers);
  return missing.length > 0 || numbers.length === 0 ? { ...days, kept: 0 } : days;
}
