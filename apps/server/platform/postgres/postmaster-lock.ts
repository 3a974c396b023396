import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { commandOf, isAlive, processesIn, signal, startTicks, waitForExit } from "../engines/processes.ts";
import { StartFault } from "../engines/start-fault.ts";
import type { PostgresCluster } from "./postgres-cluster.ts";

const ORPHAN_DEADLINE_MS = 2_000;

const lockFile = ({ dataFolder }: Pick<PostgresCluster, "dataFolder">) => join(dataFolder, "postmaster.pid");

/** The process that the lock file names, alive or not. */
function lockedPid(cluster: Pick<PostgresCluster, "dataFolder">): number | undefined {
  try {
    return Number.parseInt(readFileSync(lockFile(cluster), "utf8"), 10);
  } catch {
    return undefined;
  }
}

/** The postmaster of this cluster, if it lives. */
export function runningPostmaster(cluster: Pick<PostgresCluster, "dataFolder">): number | undefined {
  const pid = lockedPid(cluster);
  return pid !== undefined && isAlive(pid) && commandOf(pid).includes(cluster.dataFolder) ? pid : undefined;
}

/** Makes way for a new postmaster where none lives. */
export async function clearAfterKill(cluster: PostgresCluster): Promise<void> {
  await endOrphans(cluster);
  removeForeignLock(cluster);
}

/**
 * Sessions outlive a killed postmaster until they next look for it; a second server beside them would damage the data.
 * They are told to end at once: recovery repairs their unfinished work.
 */
async function endOrphans({ dataFolder }: PostgresCluster): Promise<void> {
  const orphans = processesIn(dataFolder).filter((pid) => commandOf(pid)[0]?.startsWith("postgres:"));
  for (const pid of orphans) signal(pid, "SIGQUIT");
  for (const pid of orphans)
    if (!(await waitForExit(pid, ORPHAN_DEADLINE_MS)))
      throw new StartFault(`A session of the PostgreSQL that ran before has not ended yet (process ${pid}).`);
}

/**
 * PostgreSQL takes over a dead process' lock file by itself, after checking the shared memory that it names. Only where
 * the id belongs to a zombie or a foreign process, it would refuse for ever.
 */
function removeForeignLock(cluster: PostgresCluster): void {
  const pid = lockedPid(cluster);
  if (pid !== undefined && startTicks(pid) !== undefined) rmSync(lockFile(cluster), { force: true });
}
