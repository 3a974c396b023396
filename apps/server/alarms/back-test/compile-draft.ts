import { MAX_BACK_TEST_MS } from "@canopy/contract/alarms/back-test";
import { alarmErrors, ruleErrors } from "@canopy/contract/alarms/errors";
import type { RuleDraft } from "@canopy/contract/alarms/rule-content";
import { platformErrors } from "@canopy/contract/platform/errors";
import { askedRange } from "../../frames/history/history-range.ts";
import type { SignalQuery } from "../../frames/store/signal-query.ts";
import type { TimeWindow } from "../../frames/store/time-window.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { alsoIdsOf, findSignal } from "../../signals/bindings/find-signal.ts";
import { parsedDbc } from "../../signals/dbc/parsed-dbc.ts";
import { compileBusRule, compileRule } from "../engine/compile-condition.ts";
import { compileFenceRule, type FenceRule } from "../engine/fence-set.ts";
import type { BusRule, WatchedRule } from "../engine/watched-rule.ts";
import { checkSources } from "../rules/check-sources.ts";
import { conditionSources } from "../watch/condition-sources.ts";
import { fencesIn } from "../watch/fence-keeper.ts";

export function testedWindow({ from_time, to_time }: { from_time: number; to_time: number }): TimeWindow {
  const window = askedRange(from_time, to_time);
  if (to_time - from_time > MAX_BACK_TEST_MS) throw new ApiError(alarmErrors.backTestRange, { field: "to_time" });
  return window;
}

/** The one signal of a rule, where it compares nothing else. */
export interface OnlySignal extends Pick<SignalQuery, "message" | "alsoIds" | "signals"> {
  readonly dbcId: string;
  /** Newest revision of the DBC. */
  readonly revision: number;
}

export interface CompiledDraft {
  readonly rule: WatchedRule;
  readonly signal: OnlySignal | undefined;
}

type Draft = Omit<RuleDraft, "actions" | "mode"> & Partial<Pick<RuleDraft, "mode">>;

/** A rule that is not saved, by the newest revision of its DBC. */
export async function compileDraft(db: Db, tenantId: string, draft: Draft): Promise<CompiledDraft> {
  const watched = draft.conditions.filter(({ kind }) => kind === "signal" || kind === "computed");
  if (watched.length > 1) throw new ApiError(ruleErrors.ruleOneSignal, { field: "conditions" });
  const sources = await conditionSources(db, tenantId, draft.conditions);
  const rule = compileRule({ id: "", mode: "edge", ...draft }, sources);
  if (!rule) {
    checkSources(sources, draft.conditions);
    // Nothing else keeps a rule on frames from being compiled.
    throw new ApiError(ruleErrors.ruleConditions, { field: "conditions" });
  }
  const signal = draft.conditions.find((condition) => condition.kind === "signal");
  const parsed = signal && (await parsedDbc(db, tenantId, signal.dbc_id));
  const found = signal && parsed && draft.conditions.length === 1 ? findSignal(parsed.dbc, signal) : undefined;
  if (!found || !signal || !parsed) return { rule, signal: undefined };
  const { message } = found;
  const only = { message, alsoIds: alsoIdsOf(parsed.dbc, message), signals: [found.signal] };
  return { rule, signal: { ...only, dbcId: signal.dbc_id, revision: parsed.revision } };
}

/** A rule on the bus that is not saved. */
export function compileBusDraft(draft: Draft): BusRule {
  const rule = compileBusRule({ id: "", mode: "edge", ...draft });
  if (!rule) throw new ApiError(ruleErrors.ruleBusAlone, { field: "conditions" });
  if (rule.isOnWholeDevice && rule.conditions.length > 1)
    throw new ApiError(ruleErrors.ruleDeviceSilence, { field: "conditions" });
  return rule;
}

/** GPS-03: a rule on fences that is not saved. */
export async function compileFences(db: Db, tenantId: string, draft: Draft): Promise<FenceRule> {
  const { conditions } = draft;
  if (conditions.some(({ kind }) => kind !== "fence"))
    throw new ApiError(ruleErrors.ruleFencesAlone, { field: "conditions" });
  const rule = compileFenceRule({ id: "", mode: "edge", ...draft }, await fencesIn(db, tenantId, conditions));
  if (!rule) throw new ApiError(platformErrors.notFound, { field: "conditions" });
  return rule;
}
