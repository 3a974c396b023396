import { z } from "zod";
import { RULE_LEVELS } from "../alarms/rule-content.ts";
import { signalReference } from "../signals/signal-reference.ts";
import { pushErrors } from "./errors.ts";

export const PUSH_KINDS = ["signals", "positions", "events", "files"] as const;
export type PushKind = (typeof PUSH_KINDS)[number];
export const MAX_PUSH_SIGNALS = 30;
export const MAX_PUSH_FILTERS = 5;
export const MAX_PUSH_DEVICES = 200;
const LONGEST_PAUSE_S = 3600;

export const FILTER_OPERATORS = ["eq", "ne", "lt", "le", "gt", "ge"] as const;
export const EVENT_KINDS = ["alarm.fired", "alarm.ended", "device.online", "device.offline"] as const;
export type PushEventKind = (typeof EVENT_KINDS)[number];

/** A signal under the name that the payload has for it. */
const pushedSignal = signalReference.omit({ revision: true }).extend({
  name: z.string().trim().max(128).optional(),
});
export type PushedSignal = z.output<typeof pushedSignal>;

export const nameOfSignal = ({ name, signal }: Pick<PushedSignal, "name" | "signal">): string => name || signal;

const signalSource = z.object({
  kind: z.literal("signals"),
  signals: z.array(pushedSignal).min(1, pushErrors.signals.code).max(MAX_PUSH_SIGNALS, pushErrors.signals.code),
  /** interval: once in each span of `every_s`; change: when a value differs from the one sent before, not more often. */
  mode: z.enum(["interval", "change"]).default("interval"),
  every_s: z.number().int().min(1).max(LONGEST_PAUSE_S).default(10),
  /** All must hold. */
  filters: z
    .array(z.object({ name: z.string().min(1).max(128), operator: z.enum(FILTER_OPERATORS), value: z.number() }))
    .max(MAX_PUSH_FILTERS)
    .default([]),
});
export type SignalSource = z.output<typeof signalSource>;

const positionSource = z.object({
  kind: z.literal("positions"),
  every_s: z.number().int().min(1).max(LONGEST_PAUSE_S).default(10),
  /** Only after the device has moved this far since the last one that was sent. */
  moved_m: z.number().min(0).max(100_000).default(0),
});
export type PositionSource = z.output<typeof positionSource>;

const eventSource = z.object({
  kind: z.literal("events"),
  kinds: z.array(z.enum(EVENT_KINDS)).min(1, pushErrors.eventKinds.code).max(EVENT_KINDS.length),
  /** Of alarms. */
  levels: z
    .array(z.enum(RULE_LEVELS))
    .min(1)
    .max(RULE_LEVELS.length)
    .default([...RULE_LEVELS]),
});

const fileSource = z.object({
  kind: z.literal("files"),
  /** Only files with this in their name. */
  name_contains: z.string().trim().max(64).default(""),
});

/** CAP-01: what a rule forwards. */
export const pushSource = z
  .discriminatedUnion("kind", [signalSource, positionSource, eventSource, fileSource])
  .superRefine((source, context) => {
    if (source.kind !== "signals") return;
    const names = source.signals.map(nameOfSignal);
    const refuse = (path: string, code: string) => context.addIssue({ code: "custom", path: [path], message: code });
    if (new Set(names).size < names.length) refuse("signals", pushErrors.signalTwice.code);
    if (source.filters.some(({ name }) => !names.includes(name))) refuse("filters", pushErrors.filterUnknown.code);
  });
export type PushSource = z.output<typeof pushSource>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const id = z.string().regex(UUID);

/** The devices of a rule. */
export const pushScope = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("all") }),
  z.object({ kind: z.literal("devices"), ids: z.array(id).min(1).max(MAX_PUSH_DEVICES) }),
  z.object({ kind: z.literal("label"), id }),
  z.object({ kind: z.literal("type"), id }),
]);
export type PushScope = z.output<typeof pushScope>;
