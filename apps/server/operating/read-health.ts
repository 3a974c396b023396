import {
  type FrameServer,
  HEALTH_LAKES,
  HEALTH_MINUTES,
  type HealthMinute,
  type OperatingHealth,
} from "@canopy/contract/operating/health";
import { countWaitingRegistrations } from "../accounts/registration/review-store.ts";
import { countWaitingRequests } from "../capacity/request-store.ts";
import { countDevices } from "../devices/fleet/count-devices.ts";
import type { FrameServerState, LookAtFrameServers } from "../frames/store/frame-servers.ts";
import { lakeRuns } from "../lake/schedule-store.ts";
import type { Providers } from "../messages/find-providers.ts";
import { deadLetters } from "../messages/outbox-store.ts";
import { providerStates } from "../messages/provider-states.ts";
import { answerPercentileS } from "../platform/http/answer-times.ts";
import { jobQueues } from "../platform/jobs/job-queues.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { countWaitingOrders } from "../work-orders/order-list-store.ts";
import {
  answersSince,
  countedBetween,
  countedMinutes,
  SLOT_MS,
  WRITTEN_AFTER_MS,
  writtenUntil,
} from "./process-counts-store.ts";
import { daysLeft, landedMinutes, sampledDisks } from "./store-samples.ts";

export interface HealthParts {
  readonly db: Db;
  readonly providers: Pick<Providers, "settings">;
  readonly jobKinds: readonly string[];
  readonly version: string;
  readonly frameServers: LookAtFrameServers;
  now(): number;
}

const MINUTE_MS = 60_000;
const NOW_MS = 3 * SLOT_MS;
const ANSWERS_MS = 5 * MINUTE_MS;

/** USR-08: figures of all processes and all frame servers; one that is away is an entry of the list. */
export async function readHealth(parts: HealthParts): Promise<OperatingHealth> {
  const { db, now } = parts;
  const nowMs = now();
  const untilMs = writtenUntil(nowMs);
  const [recent, lastMinute, servers, disks] = await Promise.all([
    countedBetween(db, untilMs - NOW_MS, untilMs),
    countedBetween(db, untilMs - MINUTE_MS, untilMs),
    parts.frameServers(),
    sampledDisks(db),
  ]);
  const p95 = answerPercentileS(await answersSince(db, nowMs - ANSWERS_MS), 0.95);
  return {
    time: nowMs,
    version: parts.version,
    frames_per_second: (recent.frames * 1000) / NOW_MS,
    minutes: await minutesBefore(db, nowMs),
    devices: await countDevices(db),
    answer_p95_ms: p95 === undefined ? null : p95 * 1000,
    storing: {
      ...storingOf(servers),
      settled_per_second: (lastMinute.settledFrames * 1000) / MINUTE_MS,
    },
    frame_servers: servers.map((server) => serverOf(server, disks)),
    jobs: await jobQueues(db, parts.jobKinds),
    providers: await providerStates(db, parts.providers),
    outbox: await deadLetters(db),
    waiting: {
      registrations: await countWaitingRegistrations(db),
      requests: await countWaitingRequests(db),
      orders: await countWaitingOrders(db),
    },
    lakes: await lakeRuns(db, HEALTH_LAKES),
  };
}

async function minutesBefore(db: Db, nowMs: number): Promise<HealthMinute[]> {
  const endMs = Math.floor((nowMs - WRITTEN_AFTER_MS) / MINUTE_MS) * MINUTE_MS;
  const startMs = endMs - HEALTH_MINUTES * MINUTE_MS;
  const [counted, landed] = await Promise.all([countedMinutes(db, startMs, endMs), landedMinutes(db, startMs)]);
  return Array.from({ length: HEALTH_MINUTES }, (_, i) => {
    const time = startMs + i * MINUTE_MS;
    const { frames = 0, settledFrames = 0, refusedBatches = 0 } = counted.get(time) ?? {};
    const landed_batches = landed.get(time) ?? null;
    return { time, frames, settled_frames: settledFrames, refused_batches: refusedBatches, landed_batches };
  });
}

function storingOf(servers: readonly FrameServerState[]) {
  const reports = servers.flatMap(({ report }) => (report ? [report] : []));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const most = (values: (number | null)[]) => {
    const known = values.filter((value) => value !== null);
    return known.length === 0 ? null : Math.max(...known);
  };
  return {
    landed_batches: sum(reports.map(({ landedBatches }) => landedBatches)),
    landed_frames: sum(reports.map(({ landedFrames }) => landedFrames)),
    behind_ms: most(reports.map(({ oldestLandedAgeMs }) => oldestLandedAgeMs)),
    due_devices: sum(reports.map(({ dueBindings }) => dueBindings)),
    oldest_due_ms: most(reports.map(({ oldestDueMs }) => oldestDueMs)),
    refused_batches: sum(reports.map(({ refusedBatches }) => refusedBatches)),
  };
}

function serverOf(server: FrameServerState, disks: Awaited<ReturnType<typeof sampledDisks>>): FrameServer {
  const { id, address, health, report, files } = server;
  const sampled = id === undefined ? undefined : disks.get(id);
  const room = sampled?.newest ?? server.disk;
  return {
    id: id ?? null,
    address,
    is_reachable: health.frames === "ok",
    store_version: server.storeVersion ?? null,
    database_bytes: report?.databaseBytes ?? null,
    segment_bytes: report?.diskBytes ?? null,
    frames: report?.frames ?? null,
    landed_batches: report?.landedBatches ?? null,
    landing: health.landing,
    files: { ...files, state: health.files },
    disk: room
      ? { bytes: room.bytes, free_bytes: room.freeBytes, days_left: sampled ? daysLeft(sampled) : null }
      : null,
  };
}
