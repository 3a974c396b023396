export type ChannelKind = "can" | "lin" | "digital" | "analogue";

/** DAT-09: the number of a channel gives its kind, so that a frame needs no other field for it. */
export const FIRST_CHANNEL = { can: 0, lin: 32, digital: 48, analogue: 64 } as const satisfies Record<
  ChannelKind,
  number
>;
/** One behind the last analogue input; higher numbers are kept for later. */
export const CHANNELS_END = 80;

export function channelKind(channel: number): ChannelKind | undefined {
  if (channel >= CHANNELS_END) return undefined;
  if (channel >= FIRST_CHANNEL.analogue) return "analogue";
  if (channel >= FIRST_CHANNEL.digital) return "digital";
  return channel >= FIRST_CHANNEL.lin ? "lin" : "can";
}

const WORDS = { can: "CAN", lin: "LIN", digital: "DI", analogue: "AI" } as const satisfies Record<ChannelKind, string>;

/** As people count them, from 1: CAN1, LIN1, DI1, AI1. */
export function channelName(channel: number): string {
  const kind = channelKind(channel);
  return kind === undefined ? String(channel) : `${WORDS[kind]}${channel - FIRST_CHANNEL[kind] + 1}`;
}
