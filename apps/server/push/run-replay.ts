import { setTimeout as sleep } from "node:timers/promises";
import { pushErrors } from "@canopy/contract/push/errors";
import { z } from "zod";
import type { FrameReader } from "../frames/store/frame-store.ts";
import { MINUTE_US, spanWindow, type TimeWindow, within } from "../frames/store/time-window.ts";
import { defineJob, type JobContext, type JobDefinition, JobFailure } from "../platform/jobs/job-definition.ts";
import { happeningData, isWanted } from "./carry-happenings.ts";
import { queueDeliveries, waitingOf } from "./delivery-store.ts";
import { type FollowServices, followerOf, isFollowed } from "./follow-device.ts";
import { devicesOf, type ForwardedDevice, type ForwardingRule, findForwarding } from "./follow-store.ts";
import { happeningsIn } from "./happening-store.ts";
import { deliveryOf, type PushedData } from "./payload.ts";
import { countQueued, dropQueued } from "./replay-store.ts";

/** Read at once. */
const PART_US = 10 * MINUTE_US;
/** A replay leaves most of the queue to what comes now. */
const MOST_WAITING = 1000;
const PAUSE_MS = 250;
/** As fast as the receiver takes it. */
const TIMEOUT_MS = 20 * 3_600_000;

const input = z.object({ ruleId: z.string(), fromUs: z.number(), toUs: z.number() });
type ReplayInput = z.output<typeof input>;

export interface ReplayServices extends FollowServices {
  readonly frames: Pick<FrameReader, "samples" | "buckets">;
}

export const REPLAY = { kind: "push.replay", input } as const;

/** History of a rule's devices as deliveries; a later attempt makes those that are not there. */
export function replayJob(services: ReplayServices): JobDefinition<ReplayInput> {
  return defineJob(REPLAY.kind, {
    input,
    timeoutMs: TIMEOUT_MS,
    concurrency: 2,
    handler: async (context) => {
      const { tenantId, id, signal } = context;
      try {
        return await replay(services, context);
      } catch (error) {
        if (signal.aborted && tenantId !== null) await dropQueued(services.db, tenantId, id);
        throw error;
      }
    },
  });
}

async function replay(services: ReplayServices, context: JobContext<ReplayInput>): Promise<{ queued: number }> {
  const { tenantId, input: range } = context;
  if (tenantId === null) throw new JobFailure(pushErrors.replayGone.code);
  const rule = await mustFind(services, tenantId, range.ruleId);
  const devices = await devicesOf(services.db, tenantId, rule.id);
  let queued = 0;
  for (const [at, device] of devices.entries()) {
    const done = (share: number) => context.progress((at + share) / devices.length);
    for await (const { data, toUs } of historyOf(services, rule, device, range, context.signal)) {
      queued += await hand(services, rule, device, data, context);
      await done((toUs - range.fromUs) / Math.max(1, range.toUs - range.fromUs));
    }
    await done(1);
  }
  return { queued };
}

async function mustFind({ db }: ReplayServices, tenantId: string, ruleId: string): Promise<ForwardingRule> {
  const rule = await findForwarding(db, tenantId, ruleId);
  if (rule === undefined) throw new JobFailure(pushErrors.replayGone.code);
  return rule;
}

/** Waits while the receiver is slower than the reading. */
async function hand(
  services: ReplayServices,
  rule: ForwardingRule,
  device: ForwardedDevice,
  data: readonly PushedData[],
  { id, signal }: Pick<JobContext<unknown>, "id" | "signal">,
): Promise<number> {
  const { db } = services;
  let queued = 0;
  for (let from = 0; from < data.length; from += MOST_WAITING) {
    while ((await waitingOf(db, rule.id)) >= MOST_WAITING) {
      await sleep(PAUSE_MS, undefined, { signal });
      await mustFind(services, rule.tenantId, rule.id);
    }
    signal.throwIfAborted();
    const part = data.slice(from, from + MOST_WAITING).map((one) => deliveryOf(rule, device, one));
    queued += await queueDeliveries(db, { tenantId: rule.tenantId, ruleId: rule.id, run: id }, part);
  }
  if (queued > 0) await countQueued(db, rule.tenantId, id, queued);
  return queued;
}

interface Part {
  readonly data: PushedData[];
  readonly toUs: number;
}

async function* historyOf(
  services: ReplayServices,
  rule: ForwardingRule,
  device: ForwardedDevice,
  { fromUs, toUs }: TimeWindow,
  signal: AbortSignal,
): AsyncGenerator<Part> {
  const { source, tenantId } = rule;
  if (!isFollowed(source)) {
    const range = { tenantId, thingsId: device.thingsId, fromUs, toUs };
    const list = await happeningsIn(services.db, source.kind, range);
    yield { data: list.filter((one) => isWanted(source, one)).map(happeningData), toUs };
    return;
  }
  const follower = await followerOf(services, tenantId, source);
  const course = follower.begin(undefined);
  const windows =
    source.kind === "signals" ? filledParts(services, device, { fromUs, toUs }, signal) : [{ fromUs, toUs }];
  for (const window of await windows) {
    const rows = await follower.read(device.binding, window, signal);
    const data = rows.map((row) => course.take(row)).filter((one) => one !== undefined);
    yield { data, toUs: window.toUs };
  }
}

/** The parts of a range that have frames. */
async function filledParts(
  { frames }: ReplayServices,
  { binding: bindingNumber }: ForwardedDevice,
  window: TimeWindow,
  signal: AbortSignal,
): Promise<TimeWindow[]> {
  const { list } = await frames.buckets({ bindingNumber, ...window, filter: {} }, PART_US, signal);
  // A bucket of whole minutes may begin before the range.
  const filled = list.map((bucket) => within(spanWindow(bucket), window)).filter((one) => one !== undefined);
  return filled.flatMap(({ fromUs, toUs }) => {
    const parts: TimeWindow[] = [];
    for (let from = fromUs; from < toUs; from += PART_US)
      parts.push({ fromUs: from, toUs: Math.min(toUs, from + PART_US) });
    return parts;
  });
}
