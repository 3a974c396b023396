import { insertBits } from "@canopy/can/bytes/bits";
import type { Dbc, Message, Signal } from "@canopy/can/dbc/model";
import { attributeValue, frameFormat } from "@canopy/can/dbc/parse/attributes";
import { FLAG_BRS, FLAG_EXTENDED, FLAG_FD, type Frame } from "@canopy/can/frame/frame";
import { checksum, isProtection, type Protection } from "@canopy/can/frame/protect";
import type { SignalTable } from "../world/chassis.ts";
import { hash } from "../world/random.ts";
import { SignalWriter } from "./signal-writer.ts";

type Read = (timeUs: number) => number;

/** The signals of one frame: all of the message, or one branch of its multiplexer. */
interface Shape {
  readonly signals: readonly Signal[];
  /** Of each signal, in that order; of the counter and the checksum none. */
  readonly reads: readonly (Read | undefined)[];
  /** Place of the alive counter, or -1. */
  readonly counter: number;
  readonly writer: SignalWriter;
}

/** One cyclic message of a DBC: encodes the vehicle's signals at the moment of sending. */
export class MessageSource {
  readonly message: Message;
  readonly channel: number;
  readonly cycleUs: number;
  private readonly flags: number;
  private readonly protection: Protection;
  private readonly shapes: readonly Shape[];
  private readonly checksum: Signal | undefined;
  private readonly counterEnd: number;
  private sent = 0;

  constructor(dbc: Dbc, message: Message, table: SignalTable) {
    this.message = message;
    this.channel = Number(attributeValue(dbc, message, "BusChannel") ?? 0);
    this.cycleUs = Number(attributeValue(dbc, message, "GenMsgCycleTime") ?? 100) * 1000;
    const protection = attributeValue(dbc, message, "E2EProfile");
    this.protection = isProtection(protection) ? protection : "none";
    const isFd = frameFormat(dbc, message).endsWith("Fd");
    this.flags = (message.isExtended ? FLAG_EXTENDED : 0) | (isFd ? FLAG_FD | FLAG_BRS : 0);
    this.shapes = shapesOf(message, table);
    this.checksum = message.signals.find(({ name }) => name === "Checksum");
    const counter = message.signals.find(({ name }) => name === "AliveCounter");
    this.counterEnd = counter === undefined ? 0 : 2 ** counter.length;
  }

  /** Values of the next frame, before they are cut to the signal's steps; without the checksum. */
  values(timeUs: number): Record<string, number> {
    const { signals } = this.nextShape;
    const named = this.valuesInOrder(timeUs).flatMap((value, i): [string, number][] => {
      const name = signals[i]?.name;
      return name === undefined || value === undefined ? [] : [[name, value]];
    });
    return Object.fromEntries(named);
  }

  frame(timeUs: number): Frame {
    const data = this.nextShape.writer.payload(this.valuesInOrder(timeUs));
    this.sent++;
    if (this.checksum !== undefined) {
      insertBits(data, this.checksum, checksum(this.protection, this.message.id, data));
    }
    return { timeUs, channel: this.channel, id: this.message.id, flags: this.flags, size: data.length, data };
  }

  /** So many frames went by unmade: the counter and the branches go on behind them. */
  pass(frames: number): void {
    this.sent += frames;
  }

  private valuesInOrder(timeUs: number): (number | undefined)[] {
    const { signals, reads, counter } = this.nextShape;
    const values = new Array<number | undefined>(signals.length);
    for (let i = 0; i < reads.length; i++) values[i] = reads[i]?.(timeUs);
    if (counter >= 0) values[counter] = this.sent % this.counterEnd;
    return values;
  }

  private get nextShape(): Shape {
    const shape = this.shapes[this.sent % this.shapes.length];
    if (shape === undefined) throw new RangeError(`${this.message.name} has no shape`);
    return shape;
  }
}

/** One shape per branch, in turn: the frames of a multiplexed message show all of it after a while. */
function shapesOf(message: Message, table: SignalTable): Shape[] {
  const selector = message.signals.find(({ isMultiplexor }) => isMultiplexor);
  const common = message.signals.filter(({ multiplexed }) => multiplexed === null);
  if (selector === undefined) return [shapeOf(message, common, {}, table)];
  const branches = new Set(message.signals.flatMap(({ multiplexed }) => multiplexed?.ranges[0]?.from ?? []));
  return [...branches].map((branch) => {
    const own = message.signals.filter(({ multiplexed }) => multiplexed?.ranges[0]?.from === branch);
    const plain = [...common, ...own.map((signal) => ({ ...signal, multiplexed: null }))];
    return shapeOf(message, plain, { [selector.name]: branch }, table);
  });
}

function shapeOf(
  message: Message,
  signals: readonly Signal[],
  fixed: Readonly<Record<string, number>>,
  table: SignalTable,
): Shape {
  const readOf = (signal: Signal): Read | undefined => {
    if (signal.name === "AliveCounter" || signal.name === "Checksum") return undefined;
    const value = fixed[signal.name];
    if (value !== undefined) return () => value;
    const read = table[signal.name] ?? wander(signal);
    return (timeUs) => limited(signal, read(timeUs));
  };
  return {
    signals,
    reads: signals.map(readOf),
    counter: signals.findIndex(({ name }) => name === "AliveCounter"),
    writer: new SignalWriter({ ...message, signals }),
  };
}

function limited({ minimum, maximum }: Signal, value: number): number {
  if (minimum === maximum) return value;
  return Math.max(minimum, Math.min(maximum, Number.isFinite(value) ? value : 0));
}

/** A signal that no model computes: states rest at their first value, quantities drift around the middle. */
function wander(signal: Signal): Read {
  const { minimum, maximum } = signal;
  if (signal.values.length > 0 || signal.length === 1) return () => minimum;
  const seed = hash(signal.name);
  const periodUs = (20 + (seed % 97)) * 1e6;
  const phase = (seed % 628) / 100;
  const middle = minimum + (maximum - minimum) * 0.4;
  const swing = (maximum - minimum) * 0.05;
  return (timeUs) => middle + swing * Math.sin((2 * Math.PI * timeUs) / periodUs + phase);
}
