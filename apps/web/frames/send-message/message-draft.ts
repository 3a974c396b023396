import { formatHex } from "@canopy/can/bytes/hex";
import type { Result } from "@canopy/can/bytes/result";
import { type EncodeProblem, encodeSignal, type SignalInput } from "@canopy/can/dbc/decode/encode";
import { encodeSent, framesOfRound, type OwnSignals, ownSignals } from "@canopy/can/dbc/decode/sent-message";
import type { Dbc, Message, Signal } from "@canopy/can/dbc/model";
import { frameFormat, startValue } from "@canopy/can/dbc/parse/attributes";
import type { Protection } from "@canopy/can/frame/protect";
import { channelKind } from "@canopy/contract/device-link/channels";
import { type SentFrame, sentFrame } from "@canopy/contract/device-link/sent-frame";
import type { NamedDecoder } from "../rows/frame-decoders.ts";

/** A message that can be sent on a channel. */
export interface MessageChoice {
  readonly key: string;
  readonly dbc: Dbc;
  readonly message: Message;
}

/** A message being filled in. Values of signals as they are typed; those with named states hold the state's text. */
export interface MessageDraft {
  readonly choice: MessageChoice;
  readonly values: Readonly<Record<string, string>>;
  /** The counter counts by itself. */
  readonly counts: boolean;
  readonly protection: Protection;
}

export function messageChoices(decoders: readonly NamedDecoder[], channel: number): MessageChoice[] {
  const own = decoders.filter((one) =>
    one.channel === null ? channelKind(channel) === "can" : one.channel === channel,
  );
  return own.flatMap(({ name, decoder: { dbc } }) =>
    dbc.messages
      .filter((message) => message.isDecodable && isSendable(dbc, message))
      .map((message) => ({ key: `${name}/${message.id}/${message.isExtended}`, dbc, message })),
  );
}

function isSendable(dbc: Dbc, message: Message): boolean {
  return sentFrame.safeParse(bareFrame(dbc, message, 0, new Uint8Array(message.length))).success;
}

export function startDraft(choice: MessageChoice): MessageDraft {
  const { dbc, message } = choice;
  const values = Object.fromEntries(message.signals.map((signal) => [signal.name, startText(signal)]));
  const own = ownSignals(dbc, message);
  return { choice, values, counts: own.counter !== null, protection: own.checksum ? own.protection : "none" };
}

function startText(signal: Signal): string {
  const raw = startValue(signal);
  const state = signal.values.find((value) => Number(value.raw) === raw)?.text;
  // Digits of a double beyond its precision are noise.
  return state ?? String(Number((raw * signal.factor + signal.offset).toPrecision(12)));
}

/** What the sender fills in, as the draft wants it. */
export function ownOf({ choice, counts, protection }: MessageDraft): OwnSignals {
  const own = ownSignals(choice.dbc, choice.message);
  return { ...own, counter: counts ? own.counter : null, protection };
}

/** Signals of the branches that the draft's selectors choose. */
export function activeSignals({ choice: { message }, values }: MessageDraft): Signal[] {
  const byName = new Map(message.signals.map((signal) => [signal.name, signal]));
  const isActive = ({ multiplexed }: Signal, depth = 0): boolean => {
    if (multiplexed === null) return true;
    const selector = byName.get(multiplexed.selector);
    if (!selector || depth > message.signals.length || !isActive(selector, depth + 1)) return false;
    const raw = rawOf(selector, values[selector.name] ?? "");
    return raw !== undefined && multiplexed.ranges.some(({ from, to }) => raw >= from && raw <= to);
  };
  return message.signals.filter((signal) => isActive(signal));
}

function rawOf(signal: Signal, typed: string): number | bigint | undefined {
  const state = signal.values.find(({ text }) => text === typed);
  if (state) return state.raw;
  const raw = encodeSignal(signal, numberOf(typed));
  return typeof raw === "string" ? undefined : raw;
}

function inputOf(signal: Signal, typed: string): SignalInput {
  if (signal.values.some(({ text }) => text === typed)) return typed;
  return numberOf(typed);
}

/** A bigint where a number would not be exact; NaN for what is no number. */
function numberOf(typed: string): number | bigint {
  const text = typed.trim();
  const number = text === "" ? Number.NaN : Number(text);
  return /^[+-]?\d+$/.test(text) && !Number.isSafeInteger(number) ? BigInt(text.replace("+", "")) : number;
}

/** The frames of a round: one, or as many as the counter has values where it counts. */
export function framesOf(
  draft: MessageDraft,
  { channel, isCyclic, periodMs }: { channel: number; isCyclic: boolean; periodMs: number },
): Result<SentFrame[], readonly EncodeProblem[]> {
  const { dbc, message } = draft.choice;
  const own = ownOf(draft);
  const filled = new Set([own.counter?.name, own.protection === "none" ? undefined : own.checksum?.name]);
  const typed = activeSignals(draft).filter(({ name }) => !filled.has(name));
  const values = Object.fromEntries(
    typed.map((signal) => [signal.name, inputOf(signal, draft.values[signal.name] ?? "")]),
  );
  // A float signal could carry NaN; nobody means it by an empty field.
  const problem = typed.flatMap(({ name: signal }) =>
    Number.isNaN(values[signal]) ? [{ code: "notANumber" as const, signal }] : [],
  );
  if (problem.length > 0) return { ok: false, problem };
  const frames: SentFrame[] = [];
  for (let n = 0; n < (isCyclic ? framesOfRound(own) : 1); n++) {
    const payload = encodeSent(message, values, own, n);
    if (!payload.ok) return payload;
    frames.push({ ...bareFrame(dbc, message, channel, payload.value), delay_ms: n === 0 ? 0 : periodMs });
  }
  return { ok: true, value: frames };
}

function bareFrame(dbc: Dbc, message: Message, channel: number, payload: Uint8Array): SentFrame {
  const fd = frameFormat(dbc, message).endsWith("Fd");
  const data = formatHex(payload);
  return { channel, id: message.id, extended: message.isExtended, remote: false, fd, brs: fd, data, delay_ms: 0 };
}
