import type { BlockBuilder } from "./block-builder.ts";
import type { GroupAddresses } from "./frame-groups.ts";

export interface SignalChannel {
  readonly name: string;
  readonly unit: string;
  /** Names of values, where it has states. */
  readonly states: ReadonlyMap<number, string>;
}

/** Signals with the same times. */
export interface SignalGroup {
  readonly name: string;
  /** The bus it was recorded on; empty: none. */
  readonly bus: string;
  readonly channels: readonly SignalChannel[];
}

const FLOAT = 4;
/** cn_flags bit 1: the invalidation bit of the channel counts. */
const HAS_INVALIDATION = 0x2;
/** cc_type: value to text. */
const VALUE_TO_TEXT = 7;
/** Both counters of a conversion have 16 bits. */
const MAX_STATES = 0xfffe;
const MASTER = { type: 2, sync: 1, name: "Timestamp", unit: "s", states: new Map<number, string>() };

/** Record: time (seconds) and every value as doubles, then a bit for each value that is not there. */
export function recordLayout({ channels }: SignalGroup): { dataBytes: number; invalidBytes: number } {
  return { dataBytes: 8 * (1 + channels.length), invalidBytes: Math.ceil(channels.length / 8) };
}

/** Adds DG, CG and CN blocks, without a group that follows. */
export function addSignalGroup(builder: BlockBuilder, group: SignalGroup): GroupAddresses {
  let next = 0;
  for (const [i, channel] of [...group.channels.entries()].reverse())
    next = addChannel(builder, { ...channel, type: 0, sync: 0, column: 1 + i, next });
  const first = addChannel(builder, { ...MASTER, column: 0, next });
  const { dataBytes, invalidBytes } = recordLayout(group);
  const data = new Uint8Array(32);
  const view = new DataView(data.buffer);
  view.setUint32(24, dataBytes, true);
  view.setUint32(28, invalidBytes, true);
  const source = group.bus === "" ? 0 : addBus(builder, group.bus);
  const channelGroup = builder.add("CG", [0, first, builder.text("TX", group.name), source, 0, 0], data);
  const dataGroup = builder.add("DG", [0, channelGroup, 0, 0], new Uint8Array(8));
  return { dataGroup, dataLink: dataGroup + 24 + 16, cycleCount: channelGroup + 24 + 48 + 8 };
}

/** SI of type bus. */
function addBus(builder: BlockBuilder, bus: string): number {
  const type = bus.startsWith("LIN") ? 3 : 2;
  return builder.add("SI", [builder.text("TX", bus), 0, 0], new Uint8Array([2, type, 0, 0, 0, 0, 0, 0]));
}

interface ChannelSpec extends SignalChannel {
  readonly type: number;
  readonly sync: number;
  readonly column: number;
  readonly next: number;
}

function addChannel(builder: BlockBuilder, spec: ChannelSpec): number {
  const data = new Uint8Array(72);
  const view = new DataView(data.buffer);
  data.set([spec.type, spec.sync, FLOAT, 0]);
  view.setUint32(4, 8 * spec.column, true);
  view.setUint32(8, 64, true);
  if (spec.column > 0) {
    view.setUint32(12, HAS_INVALIDATION, true);
    view.setUint32(16, spec.column - 1, true);
  }
  const name = builder.text("TX", spec.name);
  const unit = spec.unit === "" ? 0 : builder.text("TX", spec.unit);
  const hasStates = spec.states.size > 0 && spec.states.size <= MAX_STATES;
  const conversion = hasStates ? addStates(builder, spec.states) : 0;
  return builder.add("CN", [spec.next, 0, name, 0, conversion, 0, unit, 0], data);
}

/** The last reference is for values without a name: none, so they stay numbers. */
function addStates(builder: BlockBuilder, states: ReadonlyMap<number, string>): number {
  const texts = [...states.values()].map((text) => builder.text("TX", text));
  const data = new Uint8Array(24 + 8 * states.size);
  const view = new DataView(data.buffer);
  view.setUint8(0, VALUE_TO_TEXT);
  view.setUint16(4, states.size + 1, true);
  view.setUint16(6, states.size, true);
  [...states.keys()].forEach((value, i) => {
    view.setFloat64(24 + 8 * i, value, true);
  });
  return builder.add("CC", [0, 0, 0, 0, ...texts, 0], data);
}
