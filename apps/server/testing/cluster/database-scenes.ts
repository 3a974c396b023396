import { setTimeout as sleep } from "node:timers/promises";
import { explainFrameStore } from "../../explain-frame-store.ts";
import type { Cluster } from "./cluster.ts";
import { PostgresPair } from "./postgres-pair.ts";
import type { Scene, Stage } from "./scene.ts";

const SLOW_COMMIT_MS = 300;
const SLOW_FOR_MS = 8_000;
const HANGS_FOR_MS = 6_000;

/** What `canopy doctor` says of the standby has to be true. */
async function expectDoctor({ cluster, problem }: Stage, level: "ok" | "warn"): Promise<void> {
  const rows = await explainFrameStore(cluster.config);
  const standbys = rows.filter(({ what }) => what === "standby");
  if (standbys.length === 1 && standbys[0]?.level === level) return;
  problem(`doctor should say ${level} of one standby: ${JSON.stringify(rows)}`);
}

const failOver = (pair: PostgresPair): Scene => ({
  name: "PostgreSQL 1: kill -9 of the primary, fail-over to its synchronous standby, a new standby",
  isHealthy: ({ frameServer }) => frameServer === 2,
  run: (stage) => pair.failOver({ unsafe: () => expectDoctor(stage, "warn"), safe: () => expectDoctor(stage, "ok") }),
});

/** Every commit waits for the standby, as it would for a disk: as seen from the product a slow fsync is the same. */
const slowCommits = ({ replication }: PostgresPair): Scene => ({
  name: `PostgreSQL 1: every commit takes ${SLOW_COMMIT_MS} ms for ${SLOW_FOR_MS / 1000} s`,
  isHealthy: ({ frameServer }) => frameServer === 2,
  async run() {
    replication.slow(SLOW_COMMIT_MS);
    await sleep(SLOW_FOR_MS);
    replication.restore();
  },
});

const lostStandby = ({ replication }: PostgresPair): Scene => ({
  name: `PostgreSQL 1: no commit ends for ${HANGS_FOR_MS / 1000} s (its standby is silent)`,
  isHealthy: ({ frameServer }) => frameServer === 2,
  async run() {
    replication.hold();
    await sleep(HANGS_FOR_MS);
    replication.restore();
  },
});

/** SIGSTOP of all processes of a server, and SIGCONT: a disk on which everything hangs. */
const HANGING: Scene = {
  name: `PostgreSQL 2: hangs for ${HANGS_FOR_MS / 1000} s (SIGSTOP)`,
  isHealthy: ({ frameServer }) => frameServer === 1,
  async run({ cluster }) {
    cluster.engines.second.signal("SIGSTOP");
    try {
      await sleep(HANGS_FOR_MS);
    } finally {
      cluster.engines.second.signal("SIGCONT");
    }
  },
};

export function databaseScenes({ engines: { first } }: Cluster): readonly Scene[] {
  return first instanceof PostgresPair ? [failOver(first), slowCommits(first), lostStandby(first), HANGING] : [HANGING];
}
