import { whyNoDebianPostgres } from "../engines/debian-postgres.ts";
import { testS3 } from "../engines/test-s3.ts";
import { type FaultLine, openLine } from "../faults/fault-line.ts";
import { type ClusterNats, clusterNats } from "./cluster-nats.ts";
import { ClusterPostgres } from "./cluster-postgres.ts";
import { PostgresPair } from "./postgres-pair.ts";

/** The way of a process to the two database servers. */
export interface FrameLines {
  readonly first: FaultLine;
  readonly second: FaultLine;
}

export interface ClusterEngines {
  /** Metadata and the first frame server; a pair where Debian's PostgreSQL is installed. */
  readonly first: PostgresPair | ClusterPostgres;
  /** The second frame server. */
  readonly second: ClusterPostgres;
  readonly nats: ClusterNats;
  /** Between all processes and the bucket. */
  readonly s3: FaultLine;
  readonly s3Url: string;
  readonly framesNames: readonly [string, string];
  /** Each process of role ingest has a way of its own. */
  readonly lines: { readonly others: FrameLines; readonly [role: string]: FrameLines };
  stop(): Promise<void>;
}

const FRAMES_NAMES = ["frames_1", "frames_2"] as const;

export async function openEngines(): Promise<ClusterEngines> {
  const [first, second] = [await firstServer(), await ClusterPostgres.start()];
  await first.newDatabase(FRAMES_NAMES[0]);
  await second.newDatabase(FRAMES_NAMES[1]);
  const [nats, bucket] = [await clusterNats(), await testS3()];
  const s3 = await openLine(bucket.port);
  const linesTo = async (): Promise<FrameLines> => ({
    first: await openLine(() => first.target),
    second: await openLine(() => second.target),
  });
  const lines = { others: await linesTo(), "ingest 1": await linesTo(), "ingest 2": await linesTo() };
  return {
    first,
    second,
    nats,
    s3,
    s3Url: `http://test%3Atester:testing@127.0.0.1:${s3.port}/canopy/cluster`,
    framesNames: FRAMES_NAMES,
    lines,
    async stop() {
      for (const pair of Object.values(lines)) await Promise.all([pair.first.close(), pair.second.close()]);
      await s3.close();
      await Promise.all([nats.stop(), bucket.stop(), first.stop(), second.stop()]);
    },
  };
}

async function firstServer(): Promise<PostgresPair | ClusterPostgres> {
  const missing = whyNoDebianPostgres();
  if (missing === undefined) return PostgresPair.start();
  console.warn(`no fail-over to a standby: ${missing}`);
  return ClusterPostgres.start();
}
