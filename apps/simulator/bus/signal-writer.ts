import { type BitField, byteSpan } from "@canopy/can/bytes/bits";
import { encodeMessage } from "@canopy/can/dbc/decode/encode";
import type { Message, Signal } from "@canopy/can/dbc/model";

type Write = (payload: Uint8Array, physical: number) => void;

/** Writes physical values into the payload of one message as `encodeMessage` does; the places are worked out once. */
export class SignalWriter {
  private readonly message: Message;
  private readonly writes: readonly (Write | undefined)[];

  constructor(message: Message) {
    this.message = message;
    this.writes = message.signals.map(writeOf);
  }

  /** `values` by the place of each signal in the message. Undefined: it is left as it is, 0. */
  payload(values: readonly (number | undefined)[]): Uint8Array<ArrayBuffer> {
    if (this.writes.includes(undefined)) return this.encoded(values);
    const payload = new Uint8Array(this.message.length);
    for (let i = 0; i < this.writes.length; i++) {
      const value = values[i];
      if (value !== undefined) this.writes[i]?.(payload, value);
    }
    return payload;
  }

  /** Of floats and long integers. */
  private encoded(values: readonly (number | undefined)[]): Uint8Array<ArrayBuffer> {
    const named = this.message.signals.flatMap(({ name }, i): [string, number][] => {
      const value = values[i];
      return value === undefined ? [] : [[name, value]];
    });
    const result = encodeMessage(this.message, Object.fromEntries(named));
    // Values are cut to the signal's limits before: a refusal is a mistake in a vehicle or its DBC.
    if (!result.ok) throw new Error(`${this.message.name}: ${JSON.stringify(result.problem)}`);
    return result.value;
  }
}

function writeOf(signal: Signal): Write | undefined {
  const { name, factor, offset, valueType, length, isSigned } = signal;
  if (valueType !== "integer" || length > 32) return undefined;
  const least = isSigned ? -(2 ** (length - 1)) : 0;
  const most = 2 ** (isSigned ? length - 1 : length) - 1;
  const insert = insertOf(signal);
  return (payload, physical) => {
    const raw = Math.round((physical - offset) / factor);
    if (!(raw >= least && raw <= most)) throw new Error(`${name}: ${physical} does not fit`);
    insert(payload, raw);
  };
}

/** Into bytes whose bits of the field are 0. */
function insertOf(field: BitField): (payload: Uint8Array, raw: number) => void {
  const { first, count, shift } = byteSpan(field);
  const isIntel = field.byteOrder === "intel";
  const places = Array.from({ length: count }, (_, k) => {
    const done = k === 0 ? 0 : 8 * k - shift;
    const from = k === 0 ? shift : 0;
    const mask = ((1 << Math.min(8 - from, field.length - done)) - 1) << from;
    return { at: isIntel ? first + k : first + count - 1 - k, done, from, mask };
  });
  return (payload, raw) => {
    for (const { at, done, from, mask } of places) payload[at] = (payload[at] ?? 0) | (((raw >> done) << from) & mask);
  };
}
