import { alarmErrors } from "@canopy/contract/alarms/errors";
import { dataOf } from "@canopy/contract/alarms/rule-content";
import type { FoundDevice, SearchRequest } from "@canopy/contract/alarms/search";
import { z } from "zod";
import type { PositionSource } from "../../places/read-positions.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { defineJob, type JobContext, type JobDefinition, JobFailure } from "../../platform/jobs/job-definition.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { keptSeriesOfSignal } from "../../signals/kept/series-store.ts";
import {
  type CompiledDraft,
  compileBusDraft,
  compileDraft,
  compileFences,
  testedWindow,
} from "../back-test/compile-draft.ts";
import { runBusBackTest, testedBus } from "../back-test/run-bus-back-test.ts";
import { runFenceBackTest } from "../back-test/run-fence-back-test.ts";
import type { Limit } from "../engine/compare.ts";
import type { BusRule } from "../engine/watched-rule.ts";
import { foundOf, searchDevice } from "./search-device.ts";
import type { SearchReader } from "./search-kept.ts";
import { addFound, findWork, type WorkSearch } from "./search-store.ts";

export interface SearchServices {
  readonly db: Db;
  readonly frames: SearchReader;
  readonly points: PositionSource;
}

/** Throws where the request is no rule. */
export async function mustCompile(db: Db, tenantId: string, request: SearchRequest): Promise<void> {
  const data = dataOf(request.conditions);
  if (data === "bus") compileBusDraft(request);
  else await (data === "fence" ? compileFences : compileDraft)(db, tenantId, request);
}

const input = z.object({ searchId: z.string() });
type SearchInput = z.output<typeof input>;

/** The database answers for one device while the threads read for another. */
const DEVICES_AT_ONCE = 3;

/** TRG-07: rows come as they are found; a later attempt goes on with the devices that are left. */
export function searchJob(services: SearchServices): JobDefinition<SearchInput> {
  return defineJob("alarms.search", { input, handler: (context) => runSearch(services, context) });
}

async function runSearch(services: SearchServices, context: JobContext<SearchInput>): Promise<{ devices: number }> {
  const { input: asked, tenantId, signal } = context;
  const work = tenantId === null ? undefined : await findWork(services.db, tenantId, asked.searchId);
  if (tenantId === null || work === undefined) throw new JobFailure(alarmErrors.searchGone.code);
  const search = await asFailure(() => searchOf(services, tenantId, work.request));
  const left = [...work.devices];
  const searchNext = async () => {
    for (let device = left.shift(); device !== undefined; device = left.shift()) {
      signal.throwIfAborted();
      const found = await search(device.binding, signal);
      await addFound(services.db, tenantId, asked.searchId, device.id, found ?? null);
      await context.progress(doneShare(work, left.length));
    }
  };
  await Promise.all(Array.from({ length: DEVICES_AT_ONCE }, searchNext));
  return { devices: work.count };
}

type SearchOne = (bindingNumber: number, signal: AbortSignal) => Promise<FoundDevice | undefined>;

/** Over the positions of a device, or over its kept values and frames. */
async function searchOf(services: SearchServices, tenantId: string, request: SearchRequest): Promise<SearchOne> {
  const { db, frames, points } = services;
  const window = testedWindow(request);
  // A search that began before an upgrade asks for none.
  const { actions = [] } = request;
  if (dataOf(request.conditions) === "fence") {
    const rule = await compileFences(db, tenantId, request);
    const test = { rule, actions };
    return async (bindingNumber, signal) =>
      foundOf(await runFenceBackTest(points, { bindingNumber, ...window }, test, signal));
  }
  if (dataOf(request.conditions) === "bus") {
    const test = { rule: compileBusDraft(request), actions };
    return async (bindingNumber, signal) => {
      const device = await testedBus(db, tenantId, bindingNumber);
      return foundOf(await runBusBackTest(frames, device, window, test, signal), busLimit(test.rule));
    };
  }
  const compiled = await compileDraft(db, tenantId, request);
  const seriesOf = await keptSeries(db, tenantId, compiled);
  return (bindingNumber, signal) =>
    searchDevice(frames, { bindingNumber, series: seriesOf(bindingNumber) }, window, { ...compiled, actions }, signal);
}

/** The value farthest from normal is the largest, unless a load is too small. */
const busLimit = ({ conditions: [first] }: BusRule): Limit | undefined =>
  first?.kind === "value" ? first.limit : first?.kind === "count" ? { operator: "ge", value: first.least } : undefined;

const doneShare = ({ count }: WorkSearch, left: number): number => (count === 0 ? 1 : (count - left) / count);

/** The series of the rule's signal by device and channel. */
async function keptSeries(
  db: Db,
  tenantId: string,
  { signal, rule }: CompiledDraft,
): Promise<(bindingNumber: number) => ReadonlyMap<number, number>> {
  const none = new Map<number, number>();
  if (signal === undefined) return () => none;
  const { dbcId, revision, message, signals } = signal;
  const named = {
    message_id: message.id,
    is_extended: message.isExtended,
    signal: signals[0]?.name ?? "",
  };
  const rows = await keptSeriesOfSignal(db, tenantId, { dbcId, revision, ...named });
  const wanted = rows.filter(({ channel }) => rule.channel === null || channel === rule.channel);
  const byDevice = Map.groupBy(wanted, ({ device }) => device);
  return (bindingNumber) =>
    new Map((byDevice.get(bindingNumber) ?? []).map(({ channel, series }) => [channel, series]));
}

/** What the call would have refused is no fault that another attempt mends: the DBC changed meanwhile. */
async function asFailure<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError ? new JobFailure(error.def.code, { cause: error }) : error;
  }
}
