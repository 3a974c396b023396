import { setTimeout as sleep } from "node:timers/promises";
import { pick } from "../faults/random.ts";
import { READY_WITHIN_MS } from "./cluster.ts";
import type { ClusterProcess } from "./cluster-process.ts";
import { CLUSTER_ROLES } from "./cluster-roles.ts";
import { ALL_HEALTHY, type Scene } from "./scene.ts";

const NATS_AWAY_MS = 5_000;

const killed = (role: string): Scene => ({
  name: `${role}: kill -9 of one process`,
  isHealthy: ALL_HEALTHY,
  async run({ cluster, random }) {
    await cluster
      .process(
        pick(
          random,
          CLUSTER_ROLES.filter((one) => one.startsWith(role)),
        ),
      )
      .kill();
  },
});

const rolling = (name: string, replace: (process: ClusterProcess) => Promise<void>): Scene => ({
  name,
  isHealthy: ALL_HEALTHY,
  async run({ cluster }) {
    for (const role of CLUSTER_ROLES) {
      await replace(cluster.process(role));
      await cluster.untilReady();
    }
  },
});

/** Played once, first, in a cluster that was started from an older version. The first process of this one migrates. */
export const UPGRADE = rolling("rolling upgrade of all roles", (process) => process.upgrade());

/** Ends, restarts and kills of processes. */
export const PROCESS_SCENES: readonly Scene[] = [
  rolling("rolling restart of all roles", (process) => process.restart()),
  killed("ingest"),
  killed("worker"),
  killed("web"),
  {
    name: "NATS: kill -9 of one of three, back after 5 s",
    isHealthy: ALL_HEALTHY,
    async run({ cluster, random }) {
      const server = pick(random, cluster.engines.nats.servers);
      await server.kill();
      await sleep(NATS_AWAY_MS);
      await server.start();
    },
  },
  {
    name: "PostgreSQL 2: kill -9, started again",
    isHealthy: ({ frameServer }) => frameServer === 1,
    run: ({ cluster }) => cluster.engines.second.kill(READY_WITHIN_MS),
  },
  {
    name: "PostgreSQL 1: kill -9, started again",
    isHealthy: ({ frameServer }) => frameServer === 2,
    run: ({ cluster }) => cluster.engines.first.kill(READY_WITHIN_MS),
  },
];
