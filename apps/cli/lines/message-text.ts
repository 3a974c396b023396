import { generateFunction, isTooLarge, SCRATCH } from "@canopy/can/dbc/decode/compile";
import { MessageDecoder } from "@canopy/can/dbc/decode/decode";
import { type PayloadNames, rawOf, selectedCondition, whole } from "@canopy/can/dbc/decode/generate-expression";
import { layoutOf, MAX_EXACT_BITS, type MessageLayout, type SignalLayout } from "@canopy/can/dbc/decode/layout";
import { readRaw } from "@canopy/can/dbc/decode/read-raw";
import type { Message, Signal } from "@canopy/can/dbc/model";
import type { LineBuffer } from "./line-buffer.ts";
import { SignalText } from "./signal-text.ts";
import type { ValueTexts } from "./value-text.ts";

/** Writes the signals of a payload, `data[start, start + size)`, each with a comma in front. */
export interface MessageText {
  readonly maxBytes: number;
  put(data: Uint8Array, start: number, size: number): void;
}

const PARAMETERS = "texts,exact,data,o,n,words,floats,doubles".split(",");

type Generated = (
  texts: readonly SignalText[],
  exact: (index: number, data: Uint8Array, start: number, size: number) => void,
  data: Uint8Array,
  start: number,
  size: number,
  words: Uint32Array,
  floats: Float32Array,
  doubles: Float64Array,
) => void;

export function messageText(message: Message, out: LineBuffer, values: ValueTexts): MessageText {
  const layout = layoutOf(message);
  const texts = message.signals.map((signal) => new SignalText(signal, out, values));
  const maxBytes = texts.reduce((sum, text) => sum + text.maxBytes, 0) + longBytes(message);
  if (isTooLarge(layout.signals) || hasLongSelector(layout)) return { maxBytes, put: plainPut(message, texts) };
  const code = generateFunction<Generated>(PARAMETERS, sourceOf(layout));
  const exact = (index: number, data: Uint8Array, start: number, size: number): void => {
    const payload = data.subarray(start, start + size);
    const raw = readRaw(payload, layout.signals[index] as SignalLayout, message.signals[index] as Signal);
    (texts[index] as SignalText).putExact(raw);
  };
  const { words, floats, doubles } = SCRATCH;
  return { maxBytes, put: (data, start, size) => code(texts, exact, data, start, size, words, floats, doubles) };
}

/** Without generated code: the few messages that would make too large a function. */
function plainPut(message: Message, texts: readonly SignalText[]): MessageText["put"] {
  const decoder = new MessageDecoder(message);
  const textOf = new Map(message.signals.map((signal, i) => [signal, texts[i] as SignalText]));
  return (data, start, size) => {
    for (const { signal, raw } of decoder.decode(data.subarray(start, start + size))) textOf.get(signal)?.putExact(raw);
  };
}

/** Digits of raw values beyond 64 bits: three bits are a digit, and a physical value has them too. */
function longBytes({ signals }: Message): number {
  return signals.reduce((sum, { length }) => sum + (length > 64 ? length : 0), 0);
}

const isExact = (signal: SignalLayout): boolean => signal.valueType !== "integer" || signal.length <= MAX_EXACT_BITS;

function hasLongSelector({ signals }: MessageLayout): boolean {
  return signals.some(({ selector }) => selector !== null && !isExact(signals[selector] as SignalLayout));
}

/** Selectors first, then every signal in the order of the message. Only numbers of the layout enter the source. */
function sourceOf(layout: MessageLayout): string {
  const names: PayloadNames = { byte: (index) => `data[o+${whole(index)}]`, row: "o" };
  const selectors = new Set(layout.signals.map(({ selector }) => selector));
  const reads = layout.order
    .filter((i) => selectors.has(i))
    .map((i) => {
      const signal = layout.signals[i] as SignalLayout;
      return `let v${whole(i)}=NaN;if(${condition(signal)}){v${whole(i)}=${rawOf(signal, i, names)};}`;
    });
  const writes = layout.signals.map((signal, i) => {
    const raw = selectors.has(i) ? `v${whole(i)}` : rawOf(signal, i, names);
    const write = isExact(signal) ? `texts[${whole(i)}].put(${raw});` : `exact(${whole(i)},data,o,n);`;
    return `if(${condition(signal)}){${write}}`;
  });
  return [...reads, ...writes].join("");
}

function condition(signal: SignalLayout): string {
  const inside = `n>=${whole(signal.minimumLength)}`;
  return signal.selector === null ? inside : `${inside}&&${selectedCondition(signal)}`;
}
