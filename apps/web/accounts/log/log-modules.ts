/** The first word of an operation's name. */
export const LOG_MODULES = [
  ...(["accounts", "alarms", "campaigns", "capacity", "devices", "diagnosis", "files", "firmware", "flash"] as const),
  ...([
    "frames",
    "lake",
    "messages",
    "orders",
    "outputs",
    "panels",
    "places",
    "platform",
    "push",
    "settings",
    "signals",
  ] as const),
  ...(["tests", "transfers"] as const),
];
