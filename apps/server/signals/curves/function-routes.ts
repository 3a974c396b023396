import { readFormula } from "@canopy/can/formula/formula";
import { historyErrors } from "@canopy/contract/frames/errors";
import { type ErrorDef, platformErrors } from "@canopy/contract/platform/errors";
import { signalAnswers } from "@canopy/contract/signals/answers";
import {
  deleteComputedSignal,
  listComputedSignals,
  MAX_COMPUTED_SIGNALS,
  saveComputedSignal,
} from "@canopy/contract/signals/computed";
import { decodedTimeBar, getSignalChoice, listDecoded, setSignalChoice } from "@canopy/contract/signals/decoded";
import { functionErrors } from "@canopy/contract/signals/function-errors";
import { readSamples } from "@canopy/contract/signals/samples";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { findDevice } from "../../devices/find-device.ts";
import { keepChoice, readChoice } from "../../devices/user-choice-store.ts";
import { asUnavailable } from "../../frames/as-unavailable.ts";
import { askedRange } from "../../frames/history/history-range.ts";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import {
  computedSignalsOf,
  keepComputedSignal,
  lockComputedSignal,
  removeComputedSignal,
} from "../bindings/computed-store.ts";
import { resolveSignals } from "../bindings/resolve-signals.ts";
import { parsedDbc } from "../dbc/parsed-dbc.ts";
import { columnsOf, readDecodedPage, readDecodedTimeBar } from "./decoded-page.ts";
import { readSamplesOf } from "./read-samples.ts";

const SIGNAL_CHOICES = { table: "signal_choices", column: "signals" };

interface FunctionServices {
  readonly db: Db;
  readonly frames: FrameReader;
  /** Names of the trigger rules that use a computed signal. */
  readonly rulesOfComputed: (db: Db, tenantId: string, name: string) => Promise<string[]>;
}

/** DBC-07, DBC-08 */
export function functionRoutes({ db, frames, rulesOfComputed }: FunctionServices): Route[] {
  const bindingOf = async (tenantId: string, thingsId: string): Promise<number> => {
    const device = await findDevice(db, tenantId, thingsId);
    if (!device) throw new ApiError(platformErrors.notFound);
    return device.bindingNumber;
  };
  const dbcOf = (tenantId: string) => (dbcId: string, revision?: number) => parsedDbc(db, tenantId, dbcId, revision);
  return [
    route(listDecoded, async ({ caller: { tenantId }, params, body, signal, language }) => {
      const window = askedRange(body.start_time, body.end_time);
      const bindingNumber = await bindingOf(tenantId, params.things_id);
      const items = await resolveSignals(dbcOf(tenantId), body.items);
      const { order, page_size: limit, cursor } = body;
      const atUs = body.at === undefined ? undefined : Number(body.at);
      const page = await asUnavailable(() =>
        readDecodedPage(frames, items, { bindingNumber, window, order, limit, cursor, atUs }, signal),
      );
      return { columns: columnsOf(items, language), ...page };
    }),
    route(decodedTimeBar, async ({ caller: { tenantId }, params, body, signal }) => {
      const window = askedRange(body.start_time, body.end_time);
      const bindingNumber = await bindingOf(tenantId, params.things_id);
      const items = await resolveSignals(dbcOf(tenantId), body.items);
      const bar = await asUnavailable(() =>
        readDecodedTimeBar(frames, items, { ...window, bindingNumber, buckets: body.buckets }, signal),
      );
      const { originUs, bucketUs, frames: rows, total } = bar;
      return { data: { start_time: originUs / 1000, bucket_us: bucketUs, rows: [...rows], total } };
    }),
    route(getSignalChoice, async ({ caller, params }) => ({
      list: await readChoice<SignalReference>(db, SIGNAL_CHOICES, { ...caller, thingsId: params.things_id }),
    })),
    route(setSignalChoice, async ({ caller, params, body }) => {
      await keepChoice(db, SIGNAL_CHOICES, { ...caller, thingsId: params.things_id }, body.signals);
      return { list: body.signals };
    }),
    route(readSamples, async ({ caller: { tenantId }, params, body, signal, language }) => {
      const [fromUs, toUs] = [Number(body.start_time), Number(body.end_time)];
      if (fromUs >= toUs) throw new ApiError(historyErrors.rangeReversed, { field: "end_time" });
      const bindingNumber = await bindingOf(tenantId, params.things_id);
      const items = await resolveSignals(dbcOf(tenantId), body.items);
      const { limit, with_payloads: withPayloads } = body;
      const read = await asUnavailable(() =>
        readSamplesOf(frames, items, { bindingNumber, fromUs, toUs, limit, withPayloads, signal }, language),
      );
      return { data: { items: read } };
    }),
    route(listComputedSignals, async ({ caller }) => ({ list: await computedSignalsOf(db, caller.tenantId) })),
    route(saveComputedSignal, async ({ caller, body }) => {
      const read = readFormula(
        body.formula,
        body.inputs.map(({ name }) => name),
      );
      if (!read.ok) {
        const { problem } = read;
        const values = { at: problem.from + 1 };
        throw new ApiError(functionErrors.formulaInvalid, { field: "formula", values, details: { problem } });
      }
      const content = { ...body, userName: caller.userName };
      const data = await db.transaction().execute(async (transaction) => {
        await lockComputedSignal(transaction, caller.tenantId, body.name);
        if (read.value.liveProblem !== undefined)
          refuseUsed(functionErrors.computedNotLive, await rulesOfComputed(transaction, caller.tenantId, body.name));
        return keepComputedSignal(transaction, caller.tenantId, content, MAX_COMPUTED_SIGNALS);
      });
      if (!data) throw new ApiError(functionErrors.computedLimit, { values: { limit: MAX_COMPUTED_SIGNALS } });
      return { data };
    }),
    route(deleteComputedSignal, async ({ caller, query, language }) => {
      await db.transaction().execute(async (transaction) => {
        await lockComputedSignal(transaction, caller.tenantId, query.name);
        refuseUsed(functionErrors.computedInUse, await rulesOfComputed(transaction, caller.tenantId, query.name));
        await removeComputedSignal(transaction, caller.tenantId, query.name);
      });
      return { message: signalAnswers.computedSignalDeleted[language] };
    }),
  ];
}

/** TRG-01: a rule on it would judge nothing. */
function refuseUsed(error: ErrorDef, rules: readonly string[]): void {
  if (rules.length > 0) throw new ApiError(error, { field: "formula", values: { rules: rules.join(", ") } });
}
