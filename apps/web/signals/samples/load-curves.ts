import { MAX_CURVE_ITEMS, MAX_CURVE_PIXELS, readCurves } from "@canopy/contract/signals/curves";
import { parseSignal } from "@canopy/contract/signals/signal-reference";
import { api } from "../../platform/api.ts";
import type { Samples, SpanUs } from "./samples.ts";

/** The answer for one signal. */
export type LoadedCurve =
  | {
      readonly ok: true;
      readonly samples: Samples;
      readonly revision: number;
      readonly source: "materialised" | "decoded";
      /** Number of samples in the range, drawn or not. */
      readonly count: number;
    }
  | { readonly ok: false; readonly code: string; readonly message: string };

export interface CurvesAsked {
  readonly span: SpanUs;
  readonly pixels: number;
  readonly keys: readonly string[];
  /** From kept values only: signals without any are missing in the answer. */
  readonly keptOnly?: boolean;
}

/** Signals over a range from the store, in parallel calls. A deleted signal does not stop the others. */
export async function loadCurves(
  thingsId: string,
  asked: CurvesAsked,
  signal: AbortSignal,
): Promise<Map<string, LoadedCurve>> {
  const parts: (readonly string[])[] = [];
  for (let i = 0; i < asked.keys.length; i += MAX_CURVE_ITEMS) parts.push(asked.keys.slice(i, i + MAX_CURVE_ITEMS));
  const loaded = await Promise.all(parts.map((keys) => loadPart(thingsId, { ...asked, keys }, signal)));
  return new Map(loaded.flatMap((part) => [...part]));
}

async function loadPart(thingsId: string, { span, pixels, keys, keptOnly }: CurvesAsked, signal: AbortSignal) {
  const known = keys.flatMap((key) => {
    const reference = parseSignal(key);
    return reference ? [{ key, reference }] : [];
  });
  const found = new Map<string, LoadedCurve>();
  if (known.length === 0) return found;
  const fromUs = Math.max(0, Math.floor(span.fromUs));
  const body = {
    start_time: String(fromUs),
    end_time: String(Math.max(fromUs + 1, Math.ceil(span.toUs))),
    pixels: Math.min(MAX_CURVE_PIXELS, Math.max(1, Math.round(pixels))),
    items: known.map(({ reference }) => reference),
    ...(keptOnly && { kept_only: true }),
  };
  const { data } = await api(readCurves, { params: { things_id: thingsId }, body }, { signal });
  data.items.forEach((item, i) => {
    const key = known[i]?.key;
    if (key === undefined || item.state === "unkept") return;
    if (item.state === "failed") {
      found.set(key, { ok: false, code: item.code, message: item.message });
      return;
    }
    const samples: Samples = {
      times: Float64Array.from(item.times, (offset) => fromUs + offset),
      values: Float64Array.from(item.values),
      length: item.times.length,
      pixelUs: item.kind === "raw" ? null : data.pixel_us,
      cycleUs: item.cycle_us ?? undefined,
    };
    found.set(key, { ok: true, samples, revision: item.revision, source: item.source, count: item.samples });
  });
  return found;
}
