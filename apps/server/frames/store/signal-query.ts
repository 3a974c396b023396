import type { Message, Signal } from "@canopy/can/dbc/model";
import type { CurvePixel, PixelGrid } from "../reading/curve-pixels.ts";
import type { TimeWindow } from "./time-window.ts";

/** Whole spans of identifiers, both ends included, apart from some. */
export interface IdSpans {
  readonly spans: readonly { readonly from: number; readonly to: number }[];
  readonly except: readonly number[];
}

/** Signals of one message on one channel. Frames that are remote, error or of the other identifier format do not count. */
export interface SignalQuery extends TimeWindow {
  readonly bindingNumber: number;
  readonly channel: number;
  readonly message: Message;
  /** Other identifiers that carry the message too (J1939: other sources and priorities). */
  readonly alsoIds?: IdSpans | undefined;
  /** Of `message.signals`. */
  readonly signals: readonly Signal[];
}

export interface SampleQuery extends SignalQuery {
  /** Rows at most. */
  readonly limit: number;
  readonly withPayloads?: boolean;
}

/** Rows in the order of time; each has a finite value of one signal at least. */
export interface Samples {
  readonly timesUs: Float64Array;
  /** A column for each signal; NaN where the frame does not have it or it is not finite. */
  readonly values: readonly Float64Array[];
  /** The payload of each row, where it was asked for. */
  readonly payloads?: readonly Uint8Array[];
  /** There are more rows than the limit. */
  readonly more: boolean;
}

export interface PixelQuery extends SignalQuery, PixelGrid {
  /** The kept series of each signal, in their order: used where a segment has them and pixels are of whole seconds. */
  readonly series?: readonly number[] | undefined;
}

export interface Pixels {
  /** For each signal, in the order of time. */
  readonly curves: readonly (readonly CurvePixel[])[];
  /** Whether kept values were used for any part. */
  readonly isKept: boolean;
}

/** Curves of several messages over one window, of one snapshot. */
export interface CurvesQuery extends TimeWindow, PixelGrid {
  readonly bindingNumber: number;
  /** Samples of a message up to which each is answered; of more, pixels. */
  readonly limit: number;
  readonly messages: readonly Omit<PixelQuery, "bindingNumber" | keyof (TimeWindow & PixelGrid)>[];
}

export type MessageCurves =
  | { readonly kind: "samples"; readonly samples: Samples }
  | ({ readonly kind: "pixels" } & Pixels);

/** The values of one kept signal by minute. */
export interface ExtremesQuery extends SignalQuery {
  /** The kept series of the first signal. */
  readonly series: number;
}

/** A column has an entry for each minute of the window; those without a sample have a smallest above the largest. */
export interface Extremes {
  /** A whole minute. */
  readonly originUs: number;
  /** NaN: nothing is kept of frames that may lie in this minute. */
  readonly min: Float64Array;
  readonly max: Float64Array;
  readonly lastUs: Float64Array;
}

export interface FigureQuery extends SignalQuery {
  /** Time in state is wanted: a value holds until the next sample, or not at all over a pause longer than this. */
  readonly gapUs?: number | undefined;
  readonly maxStates?: number;
}

export interface HeldState {
  readonly value: number;
  readonly us: number;
}

export interface Figures {
  readonly samples: number;
  readonly min: number;
  readonly max: number;
  readonly mean: number;
  readonly rms: number;
  /** Longest first. */
  readonly states: readonly HeldState[];
}
