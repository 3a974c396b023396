import { nameOfSignal, type SignalSource } from "@canopy/contract/push/source";

/** Up to where a rule has followed a device. */
export interface SignalState {
  /** By name; what has not come yet is absent. */
  readonly values: Readonly<Record<string, number>>;
  /** The last that was forwarded. */
  readonly sentUs: number | null;
  readonly sent: Readonly<Record<string, number>>;
}

export const NEW_SIGNALS: SignalState = { values: {}, sentUs: null, sent: {} };

/** Values of one frame. */
export interface SignalSample {
  readonly timeUs: number;
  readonly values: Readonly<Record<string, number>>;
}

export interface SignalPick {
  /** The same for the same data, wherever reading began. */
  readonly key: string;
  readonly timeUs: number;
  readonly values: Readonly<Record<string, number | null>>;
}

type Values = Readonly<Record<string, number>>;

/** Chooses what is forwarded of samples in the order of time; a value holds until the next one of its signal. */
export class SignalCourse {
  readonly #source: SignalSource;
  readonly #names: readonly string[];
  readonly #everyUs: number;
  #values: Record<string, number>;
  #sentUs: number | null;
  #sent: Values;

  constructor(source: SignalSource, state: SignalState) {
    this.#source = source;
    this.#names = source.signals.map(nameOfSignal);
    this.#everyUs = source.every_s * 1_000_000;
    this.#values = { ...state.values };
    this.#sentUs = state.sentUs;
    this.#sent = state.sent;
  }

  get state(): SignalState {
    return { values: { ...this.#values }, sentUs: this.#sentUs, sent: this.#sent };
  }

  take({ timeUs, values }: SignalSample): SignalPick | undefined {
    Object.assign(this.#values, values);
    if (!this.#isDue(timeUs) || !this.#passes()) return undefined;
    this.#sentUs = timeUs;
    this.#sent = { ...this.#values };
    const all = Object.fromEntries(this.#names.map((name) => [name, this.#values[name] ?? null]));
    return { key: this.#keyOf(timeUs), timeUs, values: all };
  }

  #isDue(timeUs: number): boolean {
    if (this.#sentUs === null) return true;
    if (this.#source.mode === "interval") return this.#spanOf(timeUs) > this.#spanOf(this.#sentUs);
    return (
      timeUs >= this.#sentUs + this.#everyUs && this.#names.some((name) => this.#values[name] !== this.#sent[name])
    );
  }

  #spanOf(timeUs: number): number {
    return Math.floor(timeUs / this.#everyUs);
  }

  /** Of one span there is one, whichever frame of it came first. */
  #keyOf(timeUs: number): string {
    return this.#source.mode === "interval" ? `${this.#source.every_s}s ${this.#spanOf(timeUs)}` : String(timeUs);
  }

  #passes(): boolean {
    return this.#source.filters.every(({ name, operator, value }) => {
      const own = this.#values[name];
      return own !== undefined && COMPARE[operator](own, value);
    });
  }
}

const COMPARE: Record<SignalSource["filters"][number]["operator"], (a: number, b: number) => boolean> = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
};
