import { channelName } from "@canopy/contract/device-link/channels";
import { nameList } from "@canopy/contract/platform/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { Language } from "@canopy/contract/platform/language";
import { dbcErrors } from "@canopy/contract/signals/dbc-errors";
import { type MessageSignal, messageSignalKey } from "@canopy/contract/signals/signal-reference";
import { MAX_STRATEGIES, type Strategy, type StrategyContent } from "@canopy/contract/signals/strategies";
import { strategyErrors } from "@canopy/contract/signals/strategy-errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { findSignal } from "../bindings/find-signal.ts";
import { lockDbc } from "../dbc/dbc-store.ts";
import { parsedDbc } from "../dbc/parsed-dbc.ts";
import {
  changeStrategyRow,
  countStrategies,
  findStrategy,
  insertStrategy,
  lockStrategy,
  removeStrategy,
  type StrategyUse,
  usesOfStrategy,
} from "./strategy-store.ts";

interface Author {
  readonly tenantId: string;
  readonly userName: string;
}

/** DBC-02 */
export function makeStrategy(db: Db, { tenantId, userName }: Author, content: StrategyContent): Promise<Strategy> {
  return db.transaction().execute(async (transaction) => {
    await checkSignals(transaction, tenantId, content.dbc_id, content.signals);
    if ((await countStrategies(transaction, tenantId)) >= MAX_STRATEGIES)
      throw new ApiError(strategyErrors.strategyLimit, { values: { limit: MAX_STRATEGIES } });
    const id = await insertStrategy(transaction, tenantId, { ...content, dbcId: content.dbc_id, author: userName });
    if (id === undefined) throw nameTaken(content.name);
    return must(await findStrategy(transaction, tenantId, id));
  });
}

export function changeStrategy(
  db: Db,
  tenantId: string,
  id: string,
  content: Omit<StrategyContent, "dbc_id">,
): Promise<Strategy> {
  return db.transaction().execute(async (transaction) => {
    const { dbc_id, signals } = must(await lockStrategy(transaction, tenantId, id));
    // Signals lost by a newer revision may stay: they are shown as gone.
    const kept = new Set(signals.map(messageSignalKey));
    await checkSignals(transaction, tenantId, dbc_id, content.signals, kept);
    if (!(await changeStrategyRow(transaction, tenantId, id, content))) throw nameTaken(content.name);
    return must(await findStrategy(transaction, tenantId, id));
  });
}

export function dropStrategy(db: Db, tenantId: string, id: string, language: Language): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    must(await lockStrategy(transaction, tenantId, id));
    const uses = await usesOfStrategy(transaction, tenantId, id);
    if (uses.length > 0)
      throw new ApiError(strategyErrors.strategyInUse, { values: { uses: usesText(uses, language) }, details: uses });
    await removeStrategy(transaction, tenantId, id);
  });
}

const must = (found: Strategy | undefined): Strategy => {
  if (found === undefined) throw new ApiError(platformErrors.notFound);
  return found;
};

const nameTaken = (name: string) => new ApiError(strategyErrors.strategyNameTaken, { field: "name", values: { name } });

async function checkSignals(
  db: Db,
  tenantId: string,
  dbcId: string,
  signals: readonly MessageSignal[],
  kept: ReadonlySet<string> = new Set(),
): Promise<void> {
  const file = await lockDbc(db, tenantId, dbcId);
  if (!file) throw new ApiError(platformErrors.notFound);
  if (file.state === "draft") throw new ApiError(dbcErrors.dbcIsDraft, { field: "dbc_id" });
  const parsed = await parsedDbc(db, tenantId, dbcId);
  if (!parsed) throw new ApiError(platformErrors.notFound);
  const seen = new Set<string>();
  for (const signal of signals) {
    const name = messageSignalKey(signal);
    const values = { signal: signal.signal };
    if (seen.has(name)) throw new ApiError(strategyErrors.strategySignalTwice, { field: "signals", values });
    seen.add(name);
    if (!kept.has(name) && !findSignal(parsed.dbc, signal))
      throw new ApiError(strategyErrors.strategySignalUnknown, { field: "signals", values });
  }
}

/** "VAN-01 CAN2, VAN-02 CAN1 and 4 more". */
function usesText(uses: readonly StrategyUse[], language: Language): string {
  return nameList(
    uses.map(({ deviceName, channel }) => `${deviceName} ${channelName(channel)}`),
    language,
  );
}
