import type { zh } from "./texts.zh.ts";

export const en = {
  "messages.outbox.label": "Outbox",
  "messages.outbox.keyword": "Recipient or content",
  "messages.outbox.channel": "Channel",
  "messages.outbox.channelAll": "All channels",
  "messages.outbox.channel.sms": "Text message",
  "messages.outbox.channel.email": "E-mail",
  "messages.outbox.channel.voice": "Voice",
  "messages.outbox.channel.feishu": "Feishu",
  "messages.outbox.destination": "Recipient",
  "messages.outbox.content": "Content",
  "messages.outbox.reveal": "Show the code",
  "messages.outbox.revealNote": "Reading a code is written to the operation log",
  "messages.outbox.state": "State",
  "messages.outbox.state.waiting": "Waiting",
  "messages.outbox.state.sending": "Sending",
  "messages.outbox.state.sent": "Sent",
  "messages.outbox.state.failed": "Failed",
  "messages.outbox.state.unconfigured": "No provider",
  "messages.outbox.attempts": "Attempts",
  "messages.outbox.created": "Time",
  "messages.outbox.sent": "Sent at",
  "messages.outbox.empty": "The outbox is empty",
  "messages.outbox.emptyNote":
    "Codes and notices that were sent are listed here; without a provider it is you who passes them on.",
} satisfies Record<keyof typeof zh, string>;
