import { BlockBuilder, block, setUint64 } from "./block-builder.ts";

/** Samples of one signal, times in microseconds since 1970. */
export interface SignalSamples {
  readonly name: string;
  readonly unit: string;
  readonly times: Float64Array;
  readonly values: Float64Array;
  /** Names of values, where it has states. */
  readonly states: ReadonlyMap<number, string>;
}

const HD_AT = 64;
const HD_BYTES = 104;
const RECORD_BYTES = 16;
const FLOAT = 4;
/** cc_type: value to text. */
const VALUE_TO_TEXT = 7;
const MASTER = { type: 2, sync: 1, byte: 0 };
const VALUE = { type: 0, sync: 0, byte: 8 };

/** MDF 4.11: a group of time and value for each signal, so that each keeps its own times. */
export function writeMdf4Signals(signals: readonly SignalSamples[]): Uint8Array {
  const firsts = signals.flatMap(({ times }) => (times.length > 0 ? [times[0] as number] : []));
  const startUs = firsts.length > 0 ? Math.floor(firsts.reduce((least, at) => Math.min(least, at))) : 0;
  const builder = new BlockBuilder(HD_AT + HD_BYTES);
  const note = "<FHcomment><TX>signals</TX><tool_id>canopy</tool_id><tool_vendor>canopy</tool_vendor></FHcomment>";
  const history = builder.add("FH", [0, builder.text("MD", note)], timeFields(startUs, 16));
  let next = 0;
  for (const signal of signals.toReversed()) next = addSignal(builder, signal, startUs, next);
  const head = block("HD", [next, history, 0, 0, 0, 0], timeFields(startUs, 32));
  const body = builder.bytes();
  const file = new Uint8Array(HD_AT + head.length + body.length);
  file.set(new TextEncoder().encode("MDF     4.11    canopy  "));
  new DataView(file.buffer).setUint16(28, 411, true);
  file.set(head, HD_AT);
  file.set(body, HD_AT + head.length);
  return file;
}

/** The address of its data group. */
function addSignal(builder: BlockBuilder, signal: SignalSamples, startUs: number, next: number): number {
  const { name, unit, times, values, states } = signal;
  const records = new Uint8Array(times.length * RECORD_BYTES);
  const view = new DataView(records.buffer);
  for (let i = 0; i < times.length; i++) {
    view.setFloat64(i * RECORD_BYTES, ((times[i] as number) - startUs) / 1e6, true);
    view.setFloat64(i * RECORD_BYTES + 8, values[i] as number, true);
  }
  const data = builder.add("DT", [], records);
  const conversion = states.size === 0 ? 0 : addStates(builder, states);
  const value = addChannel(builder, { ...VALUE, name, unit, conversion, next: 0 });
  const master = addChannel(builder, { ...MASTER, name: "Timestamp", unit: "s", conversion: 0, next: value });
  const group = new Uint8Array(32);
  const groupView = new DataView(group.buffer);
  setUint64(groupView, 8, times.length);
  groupView.setUint32(24, RECORD_BYTES, true);
  const channelGroup = builder.add("CG", [0, master, builder.text("TX", name), 0, 0, 0], group);
  return builder.add("DG", [next, channelGroup, data, 0], new Uint8Array(8));
}

interface ChannelSpec {
  readonly type: number;
  readonly sync: number;
  readonly byte: number;
  readonly name: string;
  readonly unit: string;
  readonly conversion: number;
  readonly next: number;
}

function addChannel(builder: BlockBuilder, spec: ChannelSpec): number {
  const data = new Uint8Array(72);
  const view = new DataView(data.buffer);
  data.set([spec.type, spec.sync, FLOAT, 0]);
  view.setUint32(4, spec.byte, true);
  view.setUint32(8, 64, true);
  const name = builder.text("TX", spec.name);
  const unit = spec.unit === "" ? 0 : builder.text("TX", spec.unit);
  return builder.add("CN", [spec.next, 0, name, 0, spec.conversion, 0, unit, 0], data);
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

/** HD and FH begin with the time in ns; flag 2: the offsets to local time (0) are valid. */
function timeFields(timeUs: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, BigInt(timeUs) * 1000n, true);
  view.setUint8(12, 2);
  return bytes;
}
