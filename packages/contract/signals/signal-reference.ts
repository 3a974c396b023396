import { z } from "zod";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_SIGNAL_NAME = 128;
const MAX_REVISION = 1_000_000;

/** A signal of a message, within a DBC. */
export const messageSignal = z.strictObject({
  message_id: z.number().int().min(0).max(0x1fffffff),
  is_extended: z.boolean(),
  /** The name in the DBC; it may hold any letters where the file has long names. */
  signal: z.string().min(1).max(MAX_SIGNAL_NAME),
});
export type MessageSignal = z.output<typeof messageSignal>;

/** Identifies a signal within one DBC file. */
export const messageSignalKey = ({ message_id, is_extended, signal }: MessageSignal): string =>
  `${message_id} ${is_extended} ${signal}`;

/** A signal of a DBC on a channel of a device. */
export const signalReference = messageSignal.extend({
  channel: z.number().int().min(0).max(255),
  dbc_id: z.string().regex(UUID),
  /** Absent: the newest. */
  revision: z.number().int().min(1).max(MAX_REVISION).optional(),
});
export type SignalReference = z.output<typeof signalReference>;

/** As an address has it: `CHANNEL!DBC[@REVISION]!IDHEX[x]!SIGNAL`. */
export function formatSignal({ channel, dbc_id, revision, message_id, is_extended, signal }: SignalReference): string {
  const dbc = revision === undefined ? dbc_id : `${dbc_id}@${revision}`;
  return `${channel}!${dbc}!${message_id.toString(16)}${is_extended ? "x" : ""}!${signal}`;
}

/** Undefined for a text that is none: addresses are typed and shortened by people. */
export function parseSignal(text: string): SignalReference | undefined {
  const found = /^(\d{1,3})!([^@!]+)(?:@(\d{1,7}))?!([0-9a-f]{1,8})(x?)!(.+)$/is.exec(text);
  if (found === null) return undefined;
  const [, channel, dbc_id, revision, id, extended, signal] = found;
  const read = signalReference.safeParse({
    channel: Number(channel),
    dbc_id,
    ...(revision !== undefined && { revision: Number(revision) }),
    message_id: Number.parseInt(id ?? "", 16),
    is_extended: extended !== "",
    signal,
  });
  return read.success ? read.data : undefined;
}
