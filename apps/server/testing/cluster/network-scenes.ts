import { setTimeout as sleep } from "node:timers/promises";
import type { FaultLine } from "../faults/fault-line.ts";
import { pick } from "../faults/random.ts";
import { ALL_HEALTHY, type Scene, type Stage } from "./scene.ts";

const CUT_TIMES = 3;
const BETWEEN_CUTS_MS = 1_000;
const HELD_MS = 8_000;
const SLOW_MS = 8_000;
/** Of each piece of at most 64 KB. */
const PIECE_MS = 100;

const cutOften = async (lines: readonly FaultLine[]) => {
  for (let i = 0; i < CUT_TIMES; i += 1) {
    for (const line of lines) line.cut();
    await sleep(BETWEEN_CUTS_MS);
  }
};

/** What was open stays half-open for ever; what is opened later is whole, as when an address has moved. */
const halfOpen = async (lines: readonly FaultLine[]) => {
  for (const line of lines) line.freeze();
};

const blackHole = async (lines: readonly FaultLine[]) => {
  for (const line of lines) line.hold();
  await sleep(HELD_MS);
  for (const line of lines) line.restore();
};

const slowly = async (lines: readonly FaultLine[]) => {
  for (const line of lines) line.slow(PIECE_MS);
  await sleep(SLOW_MS);
  for (const line of lines) line.restore();
};

const FAULTS = [
  [`cut ${CUT_TIMES} times`, cutOften],
  ["connections become half-open", halfOpen],
  [`black hole for ${HELD_MS / 1000} s`, blackHole],
  [`each piece takes ${PIECE_MS} ms for ${SLOW_MS / 1000} s`, slowly],
] as const;

interface Between {
  readonly name: string;
  readonly isHealthy: Scene["isHealthy"];
  lines(stage: Stage): readonly FaultLine[];
}

/** One process of role ingest. */
const oneIngest = ({ cluster: { engines }, random }: Stage) => engines.lines[pick(random, ["ingest 1", "ingest 2"])];
const linesOf = (line: FaultLine | undefined) => (line === undefined ? [] : [line]);

const WAYS: readonly Between[] = [
  {
    name: "one ingest – PostgreSQL 1",
    isHealthy: ({ frameServer }) => frameServer === 2,
    lines: (stage) => linesOf(oneIngest(stage)?.first),
  },
  {
    name: "one ingest – PostgreSQL 2",
    isHealthy: ({ frameServer }) => frameServer === 1,
    lines: (stage) => linesOf(oneIngest(stage)?.second),
  },
  {
    name: "all – one NATS server",
    isHealthy: ALL_HEALTHY,
    lines: ({ cluster: { engines }, random }) => [pick(random, engines.nats.servers).line],
  },
  { name: "all – S3", isHealthy: ALL_HEALTHY, lines: ({ cluster }) => [cluster.engines.s3] },
  { name: "half of the terminals – ingest", isHealthy: ({ way }) => way === 1, lines: ({ way }) => [way] },
];

/** Cuts and stalls between processes. */
export const NETWORK_SCENES: readonly Scene[] = WAYS.flatMap(({ name, isHealthy, lines }) =>
  FAULTS.map(
    ([what, fault]): Scene => ({
      name: `${name}: ${what}`,
      isHealthy,
      run: (stage) => fault(lines(stage)),
    }),
  ),
);
