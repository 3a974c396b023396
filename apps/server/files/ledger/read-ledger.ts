import { FIRST_CHANNEL } from "@canopy/contract/device-link/channels";
import type { DeviceConfig } from "@canopy/contract/device-link/config";
import type { Gap, GapLedger } from "@canopy/contract/files/gaps";
import { isTooLargeFor } from "@canopy/contract/files/recall-rules";
import { reportedConfig } from "../../devices/configuration/reported-config-store.ts";
import { deletedWindows } from "../../frames/retention/deleted-window-store.ts";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { LossReader } from "../../frames/store/losses.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { type CardOwner, cardFacts } from "../recall/card-store.ts";
import { linkOf } from "../recall/recall-store.ts";
import { deviceSpans, filesIn, type ListedLedgerFile } from "./ledger-store.ts";
import { type Ledger, type LedgerFacts, type LedgerGap, makeLedger, type Span } from "./make-ledger.ts";

export interface LedgerServices {
  readonly db: Db;
  readonly frames: Pick<FrameReader, "buckets" | "extent">;
  readonly losses: LossReader;
  readonly now: () => number;
}

const MINUTE_MS = 60_000;
/** Of a lane: more than a screen can show. */
const MOST_BUCKETS = 1440;
/** Lanes; a device with more channels shows its first. */
const MOST_CHANNELS = 8;
const MOST_GAPS = 200;

type Grid = Pick<LedgerFacts, "originMs" | "bucketMs" | "buckets">;

/** DAT-10; undefined: there is no such device. */
export async function readLedger(
  services: LedgerServices,
  owner: CardOwner,
  asked: Span,
): Promise<GapLedger | undefined> {
  const { db, losses, now } = services;
  const [link, card] = await Promise.all([linkOf(db, owner), cardFacts(db, owner)]);
  if (!link || !card) return undefined;
  const range = { fromMs: asked.fromMs, toMs: Math.max(asked.fromMs, Math.min(asked.toMs, now())) };
  const grid = gridOf(range);
  const of = { tenantId: owner.tenantId, bindingNumber: link.bindingNumber };
  const [files, spans, lost, deleted, reported] = await Promise.all([
    filesIn(db, owner, range),
    deviceSpans(db, owner, range),
    losses.of(link.bindingNumber, range.fromMs, range.toMs),
    deletedWindows(db, of, range),
    reportedConfig(db, owner.tenantId, owner.thingsId),
  ]);
  const config = reported?.config ?? undefined;
  const laned = new Set([...channelsOfFiles(files, config), ...deleted.map(({ channel }) => channel)]);
  const made = makeLedger({
    ...{ ...grid, ...spans, ...lost, files, deleted },
    here: await framesHere(services, link.bindingNumber, grid, laned),
    filtered: filteredOf(config),
    cardReadMs: card.read_time,
    isCounted: link.dialect === "canopy",
    settledMs: now() - MINUTE_MS,
  });
  return {
    ...{ start_time: range.fromMs, end_time: range.toMs, bucket_ms: grid.bucketMs, card_read_time: card.read_time },
    ...sharesOf(made),
    lanes: made.lanes.map(({ channel, runs }) => ({ channel, runs: runs.map((run) => timesOf(grid, run)) })),
    gaps: made.gaps.slice(0, MOST_GAPS).map((gap) => gapOf(gap, files, link.firmware)),
    is_cut: made.gaps.length > MOST_GAPS,
  };
}

function gridOf({ fromMs, toMs }: Span): Grid {
  const bucketMs = MINUTE_MS * Math.max(1, Math.ceil((toMs - fromMs) / MINUTE_MS / MOST_BUCKETS));
  const originMs = Math.floor(fromMs / MINUTE_MS) * MINUTE_MS;
  return { originMs, bucketMs, buckets: Math.ceil((toMs - originMs) / bucketMs) };
}

function timesOf({ originMs, bucketMs }: Grid, { from, to, state }: Ledger["lanes"][number]["runs"][number]) {
  return { start_time: originMs + from * bucketMs, end_time: originMs + to * bucketMs, state };
}

function sharesOf({ totals }: Ledger) {
  const all = Object.values(totals).reduce((sum, one) => sum + one, 0);
  const share = (count: number) => (all === 0 ? 0 : count / all);
  const { here, card, held, lost, unknown } = totals;
  return { here: share(here), card: share(card), held: share(held), lost: share(lost), unknown: share(unknown) };
}

/** Buckets with frames, for channels that have any in the range, files or deleted times; where none has, for all that ever had. */
async function framesHere(
  { frames }: LedgerServices,
  bindingNumber: number,
  { originMs, bucketMs, buckets }: Grid,
  laned: ReadonlySet<number>,
): Promise<Map<number, ReadonlySet<number>>> {
  const { channels } = await frames.extent(bindingNumber);
  const wanted = [...new Set([...channels, ...laned])].toSorted((a, b) => a - b).slice(0, MOST_CHANNELS);
  const window = { fromUs: originMs * 1000, toUs: (originMs + buckets * bucketMs) * 1000 };
  const here = new Map<number, ReadonlySet<number>>();
  for (const channel of wanted) {
    const query = { bindingNumber, ...window, filter: { channels: [channel] } };
    const list = buckets === 0 ? [] : (await frames.buckets(query, bucketMs * 1000)).list;
    here.set(channel, new Set(list.map(({ index }) => index)));
  }
  const known = [...here].filter(([channel, found]) => found.size > 0 || laned.has(channel));
  return known.length === 0 ? here : new Map(known);
}

function gapOf(gap: LedgerGap, files: readonly ListedLedgerFile[], firmware: string | null): Gap {
  const names = new Set(gap.files.map(({ name }) => name));
  return {
    start_time: gap.fromMs,
    end_time: gap.toMs,
    channels: [...gap.channels],
    state: gap.state,
    cause: gap.cause,
    files: files
      .filter(({ name }) => names.has(name))
      .map(({ name, size, isWriting, inCloud, recallState, received }) => ({
        ...{ name, size, is_writing: isWriting, is_in_cloud: inCloud, recall_state: recallState },
        is_too_large: isTooLargeFor(firmware, size),
        share: received === null || size === 0 ? null : received / size,
      })),
  };
}

/** Channels of which not everything is uploaded, as the terminal says its configuration is. */
function filteredOf(config: DeviceConfig | undefined): Set<number> {
  const all = config ? [...config.can, ...config.lin, ...config.digital_inputs] : [];
  const unsent = all.filter(({ enabled, upload }) => enabled && !upload);
  return new Set([...unsent, ...(config?.upload.filters ?? [])].map(({ channel }) => channel));
}

function channelsOfFiles(files: readonly ListedLedgerFile[], config: DeviceConfig | undefined): Set<number> {
  const merged = config?.can.filter(({ enabled }) => enabled).map(({ channel }) => channel) ?? [FIRST_CHANNEL.can];
  return new Set(
    files.flatMap(({ content, channel }) => {
      if (content === "merged") return merged;
      return channel !== null && (content === "can" || content === "lin") ? [channel] : [];
    }),
  );
}
