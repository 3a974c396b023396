import type { BitRates } from "@canopy/can/bus/bus-load";
import type { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_ERROR } from "@canopy/can/frame/frame";
import { WHOLE_DEVICE } from "@canopy/contract/alarms/rule-content";
import { channelKind } from "@canopy/contract/device-link/channels";
import { FaultMeter } from "./fault-meter.ts";
import { LoadMeter } from "./load-meter.ts";
import { DISORDER_US, type RuleMachine } from "./rule-machine.ts";
import type { BusRule } from "./watched-rule.ts";

const US_PER_S = 1_000_000;
/** Seconds without a frame of the device that still count as seconds without load. */
const MAX_EMPTY_S = 10;

export type RatesOf = (channel: number) => BitRates;
export type MachineOf = (rule: number, channel: number) => RuleMachine;

interface Watcher {
  readonly machine: RuleMachine;
  /** Places of the conditions by metric. */
  readonly load: readonly number[];
  readonly errors: readonly number[];
  readonly silence: readonly number[];
  readonly faults: readonly { readonly condition: number; readonly wanted: number | null }[];
}

/** One channel, or all of them as one. */
interface Line {
  readonly watchers: readonly Watcher[];
  /** Undefined: nobody asks for the load. */
  readonly meter: LoadMeter | undefined;
  /** The second that is being counted. */
  second: number;
  /** False: its beginning was not seen. */
  isWhole: boolean;
  lastUs: number;
  hasFrame: boolean;
}

/**
 * The rules on the bus of one device, by the frames of one lane. A channel's time is that of its own frames, or of the
 * device less the disorder between channels: nothing depends on where batches are cut.
 */
export class BusLane {
  readonly #rules: readonly BusRule[];
  readonly #ratesOf: RatesOf;
  readonly #machineOf: MachineOf;
  readonly #lines = new Map<number, Line>();
  /** Undefined: nobody asks for faults. */
  readonly #faults: FaultMeter | undefined;
  #device: Line | undefined;
  #nowUs = Number.NaN;
  #second = 0;

  constructor(rules: readonly BusRule[], ratesOf: RatesOf, machineOf: MachineOf) {
    this.#rules = rules;
    this.#ratesOf = ratesOf;
    this.#machineOf = machineOf;
    const isAsked = rules.some(({ conditions }) => conditions.some(({ metric }) => metric === "faults"));
    this.#faults = isAsked ? new FaultMeter() : undefined;
  }

  frame(frames: FrameBatch, i: number): void {
    const timeUs = frames.timeUs[i] as number;
    if (!(timeUs >= this.#nowUs - DISORDER_US)) this.#begin(timeUs);
    const line = this.#line(frames.channel[i] as number, timeUs);
    if (timeUs >= (line.second + 1) * US_PER_S) this.#roll(line, timeUs);
    this.#touch(line, timeUs);
    line.meter?.add(frames, i);
    if ((frames.flags[i] as number) & FLAG_ERROR)
      for (const { machine, errors } of line.watchers)
        for (const condition of errors) machine.sample(condition, timeUs, 1);
    if (this.#faults?.add(frames, i)) this.#sampleFaults(line, frames.channel[i] as number, timeUs);
    if (timeUs <= this.#nowUs) return;
    this.#nowUs = timeUs;
    if (timeUs >= (this.#second + 1) * US_PER_S) this.#tick(timeUs);
    if (this.#device !== undefined) this.#touch(this.#device, timeUs);
  }

  #sampleFaults({ watchers }: Line, channel: number, timeUs: number): void {
    for (const { machine, faults } of watchers)
      for (const { condition, wanted } of faults)
        machine.sample(condition, timeUs, this.#faults?.count(channel, wanted, timeUs) ?? Number.NaN);
  }

  /** Time passes without frames, as far as frames tell it. */
  advance(timeUs: number): void {
    for (const line of this.#lines.values()) this.#roll(line, timeUs);
  }

  /** Time passes, and it is known that no frame came: only a silence is judged by this. */
  advanceSilence(timeUs: number): void {
    for (const line of this.#lines.values()) {
      this.#flush(line);
      line.hasFrame = false;
      for (const { machine, silence } of line.watchers) if (silence.length > 0) machine.advance(timeUs);
    }
  }

  /** States that were stored go on from the newest frame. */
  resume(channels: Iterable<number>, timeUs: number): void {
    this.#begin(timeUs);
    for (const channel of channels) this.#line(channel, timeUs);
  }

  /** The first frame, or the first after the terminal's clock was set back. */
  #begin(timeUs: number): void {
    this.#nowUs = timeUs;
    this.#second = Math.floor(timeUs / US_PER_S);
    for (const line of this.#lines.values()) this.#restart(line, timeUs);
    for (const { channel, isOnWholeDevice } of this.#rules)
      if (channel !== null || isOnWholeDevice) this.#line(channel ?? WHOLE_DEVICE, timeUs);
  }

  #restart(line: Line, timeUs: number): void {
    line.second = Math.floor(timeUs / US_PER_S);
    line.isWhole = false;
    line.lastUs = timeUs;
    line.hasFrame = false;
    line.meter?.clear();
    for (const { machine } of line.watchers) machine.resume(timeUs);
  }

  #line(channel: number, timeUs: number): Line {
    const known = this.#lines.get(channel);
    if (known !== undefined) return known;
    const watchers = this.#watchersOf(channel);
    const isMetered = watchers.some(({ load }) => load.length > 0);
    const meter = isMetered ? new LoadMeter(this.#ratesOf(channel)) : undefined;
    const line: Line = { watchers, meter, second: 0, isWhole: false, lastUs: timeUs, hasFrame: false };
    this.#lines.set(channel, line);
    if (channel === WHOLE_DEVICE) this.#device = line;
    this.#restart(line, timeUs);
    return line;
  }

  #watchersOf(channel: number): Watcher[] {
    const places = ({ conditions }: BusRule, wanted: string) =>
      conditions.flatMap(({ metric }, place) => (metric === wanted ? place : []));
    return this.#rules.flatMap((rule, number) =>
      isFor(rule, channel)
        ? {
            machine: this.#machineOf(number, channel),
            load: places(rule, "load"),
            errors: places(rule, "errors"),
            silence: places(rule, "silence"),
            faults: places(rule, "faults").map((condition) => ({
              condition,
              wanted: rule.conditions[condition]?.fault ?? null,
            })),
          }
        : [],
    );
  }

  /** A frame ends a silence; within a second the last frame is enough to know. */
  #touch(line: Line, timeUs: number): void {
    if (timeUs > line.lastUs) line.lastUs = timeUs;
    if (line.hasFrame) return;
    line.hasFrame = true;
    this.#flush(line);
  }

  #flush({ watchers, lastUs, hasFrame }: Line): void {
    if (!hasFrame) return;
    for (const { machine, silence } of watchers)
      for (const condition of silence) machine.sample(condition, lastUs, Number.NaN);
  }

  /** A second of the device is over: channels that are silent follow. */
  #tick(timeUs: number): void {
    this.#second = Math.floor(timeUs / US_PER_S);
    const knownUs = this.#second * US_PER_S - DISORDER_US;
    for (const [channel, line] of this.#lines) {
      if (channel === WHOLE_DEVICE) this.#roll(line, timeUs);
      else if (knownUs >= (line.second + 1) * US_PER_S) this.#roll(line, knownUs);
    }
  }

  #roll(line: Line, timeUs: number): void {
    this.#flush(line);
    const second = Math.floor(timeUs / US_PER_S);
    if (second > line.second) {
      this.#close(line, second);
      line.isWhole = second - line.second <= MAX_EMPTY_S;
      line.second = second;
      line.hasFrame = false;
      line.meter?.clear();
    }
    for (const { machine } of line.watchers) machine.advance(timeUs);
  }

  /** The loads of the seconds before this one. */
  #close({ watchers, meter, second: first, isWhole }: Line, second: number): void {
    if (meter === undefined) return;
    const sample = (ended: number, percent: number) => {
      for (const { machine, load } of watchers)
        for (const condition of load) machine.sample(condition, (ended + 1) * US_PER_S, percent);
    };
    if (isWhole) sample(first, meter.loadPercent);
    const empty = Math.min(second, first + 1 + MAX_EMPTY_S);
    for (let ended = first + 1; ended < empty; ended++) sample(ended, 0);
  }
}

/** A load and error frames are those of a CAN bus; any channel can be silent. */
function isFor({ channel: own, isOnWholeDevice, conditions }: BusRule, channel: number): boolean {
  if (channel === WHOLE_DEVICE || isOnWholeDevice) return channel === WHOLE_DEVICE && isOnWholeDevice;
  if (own !== null) return own === channel;
  return channelKind(channel) === "can" || conditions.every(({ metric }) => metric === "silence");
}
