import type { PgBoss } from "pg-boss";
import type { JobDefinition } from "./job-definition.ts";

/** Silence after which a worker counts as dead; pg-boss allows no less than 10 s. */
export const HEARTBEAT_SECONDS = 10;
const LONGEST_RETRY_DELAY_SECONDS = 3_600;

/** A commit for each queue that is new or has changed: at most starts there is none, and no start waits for fifty. */
export async function makeQueues(boss: PgBoss, jobs: readonly JobDefinition<unknown>[]): Promise<void> {
  const standing = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const job of jobs) {
    const options = optionsOf(job);
    const queue = standing.get(job.kind);
    if (queue === undefined) await boss.createQueue(job.kind, options);
    // Another process may have made it meanwhile, with the options of another version.
    if (queue === undefined || !isLike(queue, options)) await boss.updateQueue(job.kind, options);
  }
}

/** By the clock, from now on by this expression. */
export async function scheduleOnce(boss: PgBoss, kind: string, cron: string): Promise<void> {
  const standing = await boss.getSchedules(kind);
  if (standing.some((schedule) => schedule.cron === cron)) return;
  await boss.schedule(kind, cron, { tenantId: null });
}

const optionsOf = (job: JobDefinition<unknown>) => ({
  retryLimit: job.retry.limit,
  retryDelay: job.retry.delaySeconds,
  retryBackoff: true,
  retryDelayMax: LONGEST_RETRY_DELAY_SECONDS,
  // Ours comes first; this one is for a process that hangs.
  expireInSeconds: Math.ceil(job.timeoutMs / 1_000) + 60,
  heartbeatSeconds: HEARTBEAT_SECONDS,
});

type QueueOptions = ReturnType<typeof optionsOf>;

const isLike = (queue: Partial<QueueOptions>, options: QueueOptions): boolean =>
  Object.entries(options).every(([name, value]) => queue[name as keyof QueueOptions] === value);
