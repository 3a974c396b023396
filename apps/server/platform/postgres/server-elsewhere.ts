import { existsSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { locateEngineHome } from "../engines/engine-home.ts";
import { StartFault, systemCode } from "../engines/start-fault.ts";
import { clusterFolders, type PostgresCluster } from "./postgres-cluster.ts";
import { runningPostmaster } from "./postmaster-lock.ts";

const SOCKET = ".s.PGSQL.5432";
const PATIENCE_MS = 2_000;

type Folders = Pick<PostgresCluster, "dataFolder" | "socketFolder">;

/**
 * Whether a server of this cluster answers that is no process to be seen here: it runs in another container with the same
 * volume. Ids of processes and shared memory mean nothing across containers, so that neither our lock nor PostgreSQL's own
 * would notice it, and two servers would destroy the data. Its socket lies in the volume and answers.
 */
const isElsewhere = async (cluster: Folders): Promise<boolean> =>
  runningPostmaster(cluster) === undefined && (await listens(join(cluster.socketFolder, SOCKET)));

export async function refuseServerElsewhere(cluster: Folders): Promise<void> {
  if (!(await isElsewhere(cluster))) return;
  throw new StartFault(
    `Canopy runs on these data in another container (its PostgreSQL answers in ${cluster.socketFolder}): ` +
      "run commands in that one (docker compose exec), or stop it first.",
  );
}

/** The same of a data folder, before its lock is taken. Nothing is made. */
export async function refuseServedElsewhere(dataFolder: string): Promise<void> {
  if (existsSync(dataFolder)) await refuseServerElsewhere(clusterFolders(locateEngineHome(dataFolder)));
}

/** For doctor. */
export async function isServedElsewhere(dataFolder: string): Promise<boolean> {
  return existsSync(dataFolder) && isElsewhere(clusterFolders(locateEngineHome(dataFolder)));
}

/** The socket file that a killed server left answers to nobody. */
function listens(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path, timeout: PATIENCE_MS });
    const end = (answers: boolean) => {
      socket.destroy();
      resolve(answers);
    };
    socket.once("connect", () => end(true));
    socket.once("timeout", () => end(true));
    // So many wait already.
    socket.once("error", (error) => end(systemCode(error) === "EAGAIN"));
  });
}
