import type { MessageDraft, SignalDraft } from "../dbc/edit/draft.ts";
import { bytesOf, type ModelBuilder, type SignalHead } from "../signal-file/build.ts";
import type { LdfDraft, LdfEncoding, LdfFrame, LdfSignal, Placed } from "./model.ts";
import { protectedId } from "./parse-frames.ts";

const RAW: LdfEncoding = {
  factor: 1,
  offset: 0,
  minimum: 0,
  maximum: 0,
  unit: "",
  values: [],
  isPiecewise: false,
};

/** Messages of the frames, then of the slots that several frames share. */
export function buildMessages(draft: LdfDraft, model: ModelBuilder): void {
  for (const [signal, { at }] of draft.encodingBySignal) {
    if (!draft.signals.has(signal)) model.problems.warning("unknownSignal", at, signal);
  }
  for (const frame of draft.frames.values()) {
    if (model.isRefused) return;
    const { at, name, id, length, publisher } = frame;
    const message = model.message({ at, name, id, length, transmitter: publisher });
    if (message) for (const placed of frame.signals) addPlaced(draft, model, message, placed);
  }
  for (const event of draft.events) {
    if (model.isRefused) return;
    buildEvent(draft, model, event);
  }
}

/** Its first byte is the protected identifier of the frame that came; each frame keeps that byte free. */
function buildEvent(draft: LdfDraft, model: ModelBuilder, event: LdfDraft["events"][number]): void {
  const { at, name, id } = event;
  const frames = event.frames.flatMap((one): LdfFrame[] => {
    const frame = draft.frames.get(one);
    if (!frame) model.problems.warning("unknownMessage", at, one);
    return frame ? [frame] : [];
  });
  const length = frames.reduce((most, frame) => Math.max(most, frame.length), 1);
  const message = model.message({ at, name, id, length, transmitter: frames[0]?.publisher ?? "" });
  if (!message) return;
  const values = frames.map((frame) => ({ raw: protectedId(frame.id), text: frame.name }));
  const selector = model.signal(message, {
    ...{ at, name: `${name}_frame`.slice(-128), startBit: 0, length: 8 },
    ...{ isMultiplexor: true, values },
  });
  for (const frame of frames) {
    const raw = protectedId(frame.id);
    const branch = { selector, isDependent: true, multiplexId: raw, ranges: [{ from: raw, to: raw }] };
    for (const placed of frame.signals) {
      if (model.isRefused) return;
      addPlaced(draft, model, message, placed, branch);
    }
  }
}

type Branch = Pick<SignalDraft, "selector" | "isDependent" | "multiplexId" | "ranges">;

function addPlaced(draft: LdfDraft, model: ModelBuilder, message: MessageDraft, placed: Placed, branch?: Branch): void {
  const signal = draft.signals.get(placed.signal);
  if (!signal) {
    model.problems.error("unknownSignal", placed.at, placed.signal);
    return;
  }
  const place = placeOf(draft, placed.offset, signal);
  if (typeof place === "string") {
    model.problems.error(place, placed.at, signal.name);
    return;
  }
  const common = { at: placed.at, receivers: signal.subscribers, ...scaleOf(draft, model, signal), ...branch };
  if (!isArray(signal)) {
    model.signal(message, { ...common, ...place, name: signal.name, length: signal.size, start: signal.initial[0] });
    return;
  }
  for (const [i, byte] of bytesOf(signal.name, signal.size).entries()) {
    const startBit = placed.offset + byte.at;
    model.signal(message, { ...common, name: byte.name, startBit, length: 8, start: signal.initial[i] });
  }
}

const isArray = ({ isArray, size }: LdfSignal): boolean => isArray && size > 8;

type Misplaced = "signalOutOfRange" | "byteOrderUnclear";

/** Big endian is told by files of ISO 17987; only whole bytes have one meaning then. */
function placeOf(
  draft: LdfDraft,
  offset: number,
  signal: LdfSignal,
): Pick<SignalHead, "startBit" | "isIntel"> | Misplaced {
  const { size } = signal;
  if (!Number.isInteger(offset) || !Number.isInteger(size) || size > 64) return "signalOutOfRange";
  const isInOneByte = offset >> 3 === (offset + size - 1) >> 3;
  if (!draft.isBigEndian || isInOneByte || isArray(signal)) return { startBit: offset, isIntel: true };
  return offset % 8 === 0 && size % 8 === 0 ? { startBit: offset + 7, isIntel: false } : "byteOrderUnclear";
}

function scaleOf(draft: LdfDraft, model: ModelBuilder, signal: LdfSignal) {
  const named = draft.encodingBySignal.get(signal.name);
  const encoding = named && draft.encodings.get(named.encoding);
  if (named && !encoding) model.problems.warning("unknownReference", named.at, named.encoding);
  if (named && encoding?.isPiecewise) model.problems.warning("severalScales", named.at, signal.name);
  const { isPiecewise: _, ...scale } = encoding ?? RAW;
  return scale;
}
