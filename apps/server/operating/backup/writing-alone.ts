import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { readWhole, writeWhole } from "../../platform/files/files.ts";
import { BackupFault, inPlace } from "./backup-fault.ts";
import type { BackupPlace } from "./backup-place.ts";

const MARK = "writing.json";
const RENEW_MS = 20_000;
/** A writer elsewhere that died is waited for this long; a living one has renewed its mark four times. */
const STALE_MS = 90_000;
/** Two that begin together both find no mark; the one whose mark was written over gives way. */
const LOOK_AGAIN_MS = 1_000;

const Mark = z.object({ id: z.string(), host: z.string(), process: z.number(), begunAt: z.string(), atMs: z.number() });
type Mark = z.infer<typeof Mark>;

interface Timing {
  readonly now: () => number;
  readonly lookAgainMs: number;
  readonly renewMs: number;
}

const TIMING: Timing = { now: Date.now, lookAgainMs: LOOK_AGAIN_MS, renewMs: RENEW_MS };

/**
 * Backups into one place, and the removal of old ones, are made one after the other: they write the same names, and what
 * one finds there the other may remove. A mark tells of the writer, whatever machine it is on; `work` is given a signal
 * that also tells that another one has taken its place.
 */
export async function writingAlone<T>(
  place: BackupPlace,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  timing: Timing = TIMING,
): Promise<T> {
  const own = {
    id: randomUUID(),
    host: hostname(),
    process: process.pid,
    begunAt: new Date(timing.now()).toISOString(),
  };
  refuse(place, await readMark(place), timing.now());
  let writtenMs = timing.now();
  const write = async () => {
    await writeMark(place, { ...own, atMs: timing.now() });
    writtenMs = timing.now();
  };
  const mustBeOurs = async () => {
    const mark = await readMark(place);
    if (mark !== undefined && mark.id !== own.id) throw taking(place, mark);
  };
  await write().catch(async (error: unknown) => {
    // Of two that write it at once one may fail.
    await sleep(timing.lookAgainMs);
    await mustBeOurs();
    throw error;
  });
  const taken = new AbortController();
  let renewing: Promise<void> = Promise.resolve();
  const renew = async () => {
    try {
      await mustBeOurs();
      await write();
    } catch (error) {
      // A place that does not answer for a moment is tried again, for as long as nobody else may begin.
      if (error instanceof Taken || timing.now() - writtenMs > STALE_MS) taken.abort(error);
    }
  };
  const timer = setInterval(() => {
    renewing = renewing.then(renew);
  }, timing.renewMs);
  try {
    await sleep(timing.lookAgainMs);
    await mustBeOurs();
    const done = await work(AbortSignal.any([signal, taken.signal]));
    taken.signal.throwIfAborted();
    return done;
  } finally {
    clearInterval(timer);
    await renewing;
    if ((await readMark(place).catch(() => undefined))?.id === own.id)
      await place.files.remove(MARK).catch(() => undefined);
  }
}

function refuse(place: BackupPlace, mark: Mark | undefined, nowMs: number): void {
  if (mark === undefined || nowMs - mark.atMs > STALE_MS) return;
  if (mark.host === hostname() && !isAlive(mark.process)) return;
  throw taking(place, mark);
}

class Taken extends BackupFault {}

const taking = ({ where }: BackupPlace, { host, process: id, begunAt }: Mark) =>
  new Taken(
    `another backup writes to ${where} (process ${id} on ${host}, since ${begunAt}): wait until it has ended; if it was cut off, try again in two minutes`,
  );

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // EPERM: it is another user's.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/** Undefined: there is none, or one that was cut off while it was written. */
async function readMark({ files, where }: BackupPlace): Promise<Mark | undefined> {
  const bytes = await readWhole(files, MARK).catch((error: unknown) => {
    throw inPlace(error, where);
  });
  if (bytes === undefined) return undefined;
  try {
    return Mark.parse(JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    return undefined;
  }
}

async function writeMark({ files, where }: BackupPlace, mark: Mark): Promise<void> {
  await writeWhole(files, MARK, Buffer.from(JSON.stringify(mark))).catch((error: unknown) => {
    throw inPlace(error, where);
  });
}
