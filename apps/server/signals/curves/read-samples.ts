import { formatHex } from "@canopy/can/bytes/hex";
import { cycleTimeMs } from "@canopy/can/dbc/parse/attributes";
import type { Language } from "@canopy/contract/platform/language";
import type { SamplesItem } from "@canopy/contract/signals/samples";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import type { TimeWindow } from "../../frames/store/time-window.ts";
import { alsoIdsOf } from "../bindings/find-signal.ts";
import type { ResolvedItem, ResolvedSignal } from "../bindings/resolve-signals.ts";
import { samplesOf } from "./transport-samples.ts";

interface SamplesQuery extends TimeWindow {
  readonly bindingNumber: number;
  /** Of each item. */
  readonly limit: number;
  readonly withPayloads: boolean;
  readonly signal: AbortSignal;
}

/** One after the other: a range of a hundred thousand frames is held at a time. */
export async function readSamplesOf(
  frames: Pick<FrameReader, "samples" | "page">,
  items: readonly ResolvedItem[],
  query: SamplesQuery,
  language: Language,
): Promise<SamplesItem[]> {
  const read: SamplesItem[] = [];
  for (const item of items)
    read.push(
      "error" in item
        ? { state: "failed", code: item.error.code, message: item.error.text[language] }
        : await readSignal(frames, item, query),
    );
  return read;
}

async function readSignal(
  frames: Pick<FrameReader, "samples" | "page">,
  { channel, dbc, revision, message, signal }: ResolvedSignal,
  { signal: abort, ...query }: SamplesQuery,
): Promise<SamplesItem> {
  const wanted = { channel, message, alsoIds: alsoIdsOf(dbc, message), signals: [signal] };
  const { timesUs, values, payloads, more } = await samplesOf(frames, { ...query, ...wanted }, abort);
  return {
    state: "read",
    revision,
    unit: signal.unit,
    cycle_ms: cycleTimeMs(dbc, message),
    times: Array.from(timesUs, (timeUs) => timeUs - query.fromUs),
    values: [...(values[0] ?? [])],
    more,
    ...(query.withPayloads && { payloads: (payloads ?? []).map((bytes) => formatHex(bytes)) }),
  };
}
