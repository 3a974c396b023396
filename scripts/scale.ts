// docs/scale.md from the figures of docs/benchmarks.md: `node scripts/scale.ts` writes it anew.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const ROOT = dirname(import.meta.dirname);
export const SCALE_PAGE = join(ROOT, "docs/scale.md");

/** A measured cost: where its number stands in the row of a bench, and what a unit of it is. */
interface Cost {
  readonly bench: string;
  readonly number: RegExp;
  readonly unit: string;
  readonly what: string;
}

const COSTS = {
  connectionKb: {
    bench: "connections",
    number: /\| ([\d.]+) KB; .* to connect/,
    unit: "KB",
    what: "memory of a quiet connection",
  },
  batchUs: { bench: "thin", number: /costs ([\d.]+) µs of the server/, unit: "µs", what: "a batch, role ingest" },
  batchDatabaseUs: {
    bench: "thin",
    number: /server and ([\d.]+) µs of PostgreSQL/,
    unit: "µs",
    what: "a batch, PostgreSQL",
  },
  landedNs: { bench: "rules", number: /ns of ([\d.]+) ns\)/, unit: "ns", what: "a landed frame" },
  ruleNs: {
    bench: "rules",
    number: /\); ([\d.]+) ns;/,
    unit: "ns",
    what: "a frame that rules name, 20 rules on its device",
  },
  unnamedNs: {
    bench: "rules",
    number: /\(([\d.]+) ns of/,
    unit: "ns",
    what: "a frame that no rule names, 20 rules on its device",
  },
  settledM: {
    bench: "settle",
    number: /\| ([\d.]+) M behind/,
    unit: "M frames per processor second",
    what: "settling",
  },
  denseBytes: { bench: "storage", number: /\| ([\d.]+) B;/, unit: "bytes", what: "a settled frame of dense traffic" },
  thinBytes: {
    bench: "storage",
    number: /B; ([\d.]+) B; [\d.]+ B \|/,
    unit: "bytes",
    what: "a settled frame of one a second",
  },
  pageMs: { bench: "history", number: /\(p50 ([\d.]+)\)/, unit: "ms", what: "a page of history, answer time" },
  listMs: {
    bench: "device-list",
    number: /\(([\d.]+) ms\); /,
    unit: "ms",
    what: "a page of the device list, answer time",
  },
  hourMs: {
    bench: "curve",
    number: /\| [\d.]+ ms; ([\d.]+) ms; [\d.]+ s/,
    unit: "ms",
    what: "a curve of an hour, answer time",
  },
  tenSignalsS: {
    bench: "curve",
    number: /\| [\d.]+ ms; [\d.]+ ms; ([\d.]+) s;/,
    unit: "s",
    what: "curves of ten signals over 24 h, decoded on read, answer time",
  },
  watchedNs: {
    bench: "live",
    number: /a watched frame ([\d.]+) ns/,
    unit: "ns",
    what: "a frame on its way to a viewer, in messages of 40",
  },
  liveFrames: {
    bench: "live",
    number: /terminals, ([\d,]+) frames\/s, all watched/,
    unit: "frames/s",
    what: "watched live beside the generator, on two cores",
  },
} as const satisfies Record<string, Cost>;

export type Costs = Readonly<Record<keyof typeof COSTS, number>>;

/** Every number must be found: a row that was written anew has to fit. */
export function readCosts(benchmarks: string): Costs {
  const read = Object.entries(COSTS).map(([name, { bench, number }]) => {
    const rows = benchmarks.split("\n").filter((row) => row.startsWith(`| \`${bench}\``));
    const found = rows.map((row) => number.exec(row)?.[1]).find((text) => text !== undefined);
    if (found === undefined) throw new Error(`docs/benchmarks.md: no number ${number} in a row of ${bench}`);
    return [name, Number(found.replaceAll(",", ""))];
  });
  return Object.fromEntries(read);
}

interface Fleet {
  readonly framesPerSecond: number;
  readonly batchesPerSecond: number;
  readonly frameBytes: number;
  readonly hoursPerDay: number;
  /** Of a device that is looked at. */
  readonly watched: { readonly framesPerSecond: number; readonly batchesPerSecond: number };
}

const BATCH_FRAMES = 300;
const DRIVING = { share: 0.1, framesPerSecond: 500, hoursPerDay: 24 };
/** A part is planned at half of what it was measured with: a backlog is worked off, and the death of one is borne. */
const PLANNED = 0.5;
/** Of the machine of a frame server; one process settles it. */
const DATABASE_CORES = 4;
/** People at work, as bench `users` has them: each with a call every five seconds, one in ten with a device watched live. */
const DEVICES_PER_USER = 50;
const CALL_SECONDS = 5;
const VIEWERS = 0.1;
/** And now and then ten signals over a day. */
const LONG_CURVE_SECONDS = 300;
/** Every device has the 20 rules of the bench; they name this share of its frames. */
const NAMED = 0.1;
/** Of bench `live`. */
const MESSAGE_FRAMES = 40;

const FLEETS = {
  thin: {
    title: "Every device sends one frame a second, each in a batch of its own",
    of: (devices: number, costs: Costs): Fleet => ({
      framesPerSecond: devices,
      batchesPerSecond: devices,
      frameBytes: costs.thinBytes,
      hoursPerDay: 24,
      watched: { framesPerSecond: 1, batchesPerSecond: 1 },
    }),
  },
  driving: {
    title: `One device in ten drives at any time, with ${DRIVING.framesPerSecond} frames a second in batches of ${BATCH_FRAMES}; the others are connected`,
    of: (devices: number, costs: Costs): Fleet => {
      const framesPerSecond = devices * DRIVING.share * DRIVING.framesPerSecond;
      return {
        framesPerSecond,
        batchesPerSecond: framesPerSecond / BATCH_FRAMES,
        frameBytes: costs.denseBytes,
        hoursPerDay: DRIVING.hoursPerDay,
        watched: {
          framesPerSecond: DRIVING.framesPerSecond,
          batchesPerSecond: DRIVING.framesPerSecond / BATCH_FRAMES,
        },
      };
    },
  },
} as const;

export const SIZES = [10_000, 100_000, 1_000_000] as const;

export interface Needs {
  readonly framesPerSecond: number;
  readonly connectionMb: number;
  readonly people: number;
  /** Part of `ingestCores`. */
  readonly ruleCores: number;
  readonly ingestCores: number;
  readonly ingests: number;
  readonly databaseCores: number;
  readonly settlingCores: number;
  readonly frameServers: number;
  /** Parts of `webCores`. */
  readonly pageCores: number;
  readonly curveCores: number;
  readonly liveCores: number;
  readonly webCores: number;
  readonly diskGbPerDay: number;
}

export function needsOf(devices: number, kind: keyof typeof FLEETS, costs: Costs): Needs {
  const fleet = FLEETS[kind].of(devices, costs);
  const { framesPerSecond, batchesPerSecond } = fleet;
  const ruleCores = (framesPerSecond * (NAMED * costs.ruleNs + (1 - NAMED) * costs.unnamedNs)) / 1e9;
  const ingestCores = (batchesPerSecond * costs.batchUs) / 1e6 + (framesPerSecond * costs.landedNs) / 1e9 + ruleCores;
  const databaseCores = (batchesPerSecond * costs.batchDatabaseUs) / 1e6;
  const settlingCores = framesPerSecond / (costs.settledM * 1e6);
  return {
    framesPerSecond,
    connectionMb: (devices * costs.connectionKb) / 1000,
    ruleCores,
    ingestCores,
    ingests: Math.max(2, Math.ceil(ingestCores / PLANNED)),
    databaseCores,
    settlingCores,
    frameServers: Math.ceil(Math.max(settlingCores, databaseCores / DATABASE_CORES) / PLANNED),
    ...webNeeds(devices / DEVICES_PER_USER, fleet, costs),
    diskGbPerDay: (framesPerSecond * fleet.hoursPerDay * 3600 * fleet.frameBytes) / 1e9,
  };
}

/** Of three calls one is a list, one a page of frames, one a curve of an hour. */
function webNeeds(people: number, { watched }: Fleet, costs: Costs) {
  const third = people / CALL_SECONDS / 3;
  const pageCores = (third * (costs.listMs + costs.pageMs)) / 1000;
  const curveCores = (third * costs.hourMs) / 1000 + (people / LONG_CURVE_SECONDS) * costs.tenSignalsS;
  // Measured in messages of one size: a smaller one is taken for as dear, a larger one for so many frames.
  const watchedFrames = Math.max(watched.framesPerSecond, watched.batchesPerSecond * MESSAGE_FRAMES);
  const liveCores = (people * VIEWERS * watchedFrames * costs.watchedNs) / 1e9;
  return { people, pageCores, curveCores, liveCores, webCores: pageCores + curveCores + liveCores };
}

const rounded = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString("en-US") : String(Number(value.toPrecision(2)));

const LINES: readonly (readonly [title: string, of: (needs: Needs) => string])[] = [
  ["frames a second", ({ framesPerSecond }) => rounded(framesPerSecond)],
  ["memory of connections", ({ connectionMb }) => `${rounded(connectionMb)} MB`],
  [
    "role ingest: cores at work, of them rules; processes",
    ({ ingestCores, ruleCores, ingests }) => `${rounded(ingestCores)}, ${rounded(ruleCores)}; ${rounded(ingests)}`,
  ],
  ["PostgreSQL, landing: cores at work", ({ databaseCores }) => rounded(databaseCores)],
  [
    "settling: cores at work; frame servers",
    ({ settlingCores, frameServers }) => `${rounded(settlingCores)}; ${rounded(frameServers)}`,
  ],
  ["people at work; of them viewers", ({ people }) => `${rounded(people)}; ${rounded(people * VIEWERS)}`],
  [
    "role web: cores at work; of them lists and pages, curves, viewers",
    ({ webCores, pageCores, curveCores, liveCores }) =>
      `${rounded(webCores)}; ${[pageCores, curveCores, liveCores].map(rounded).join(", ")}`,
  ],
  ["disk or bucket a day", ({ diskGbPerDay }) => `${rounded(diskGbPerDay)} GB`],
];

function tableOf(kind: keyof typeof FLEETS, costs: Costs): string {
  const needs = SIZES.map((devices) => needsOf(devices, kind, costs));
  const head = `| | ${SIZES.map((devices) => `${rounded(devices)} devices`).join(" | ")} |`;
  const rows = LINES.map(([title, of]) => `| ${title} | ${needs.map(of).join(" | ")} |`);
  return [`## ${FLEETS[kind].title}`, "", head, `|---|${SIZES.map(() => "---|").join("")}`, ...rows].join("\n");
}

/** The whole page. */
export function scalePage(costs: Costs): string {
  const measured = Object.entries(COSTS).map(
    ([name, { bench, unit, what }]) =>
      `| ${what} | ${costs[name as keyof Costs].toLocaleString("en-US")} ${unit} | \`${bench}\` |`,
  );
  return `# Plan to a million devices

Written by \`node scripts/scale.ts\` from the figures of [benchmarks](benchmarks.md); a test compares both. Nothing here was run
at its size: the costs are measured on two cores, the rest is multiplication. What multiplication does not show: connections that
all come back at once, the network, and what several frame servers have in common.

| cost | measured | bench |
|---|---|---|
${measured.join("\n")}

${tableOf("thin", costs)}

${tableOf("driving", costs)}

- *Cores at work* is processor time a second. Processes of role ingest and those that settle are counted so that each works at half of
  one core, databases at half of ${DATABASE_CORES}; two processes of role ingest at least, as one may end.
- A frame server is a database with the one process that settles it ([operations](operations.md)): frames/s above a
  server's share need another one in \`FRAMES_DATABASE_URL\`. Each has a synchronous standby beside it.
- Rules: twenty on each device, which name ${NAMED * 100} % of its frames; the others are looked at too.
- Role web: one person for ${DEVICES_PER_USER} devices. Each makes a call every ${CALL_SECONDS} s, in turn a page of the device list, a page of frames and a curve of an
  hour, and every ${LONG_CURVE_SECONDS / 60} minutes ten signals over a day; the answer time is taken for processor time, though that is less where work waits and
  more where several threads share it. One person in ten watches a device live, in the second table one that drives: ${MESSAGE_FRAMES} frames a message
  were measured, in one process that takes and shows them; what the way over NATS to another process costs was not.
- Metadata (devices, rights, rules, alarms) is one PostgreSQL for all: lists of 10,000 devices are measured, of a million not.
- A batch of one frame is the dear one: terminals that gather a second of frames, or ten, divide the first table's cores by as much.
`;
}

if (import.meta.main) {
  writeFileSync(SCALE_PAGE, scalePage(readCosts(readFileSync(join(ROOT, "docs/benchmarks.md"), "utf8"))));
}
