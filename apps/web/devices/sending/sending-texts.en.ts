import type { zh } from "./sending-texts.zh.ts";

export const en = {
  "devices.sending.who": "Who may send frames",
  "devices.sending.who.writers": "Everybody with read-write on the device",
  "devices.sending.who.managers": "Managers only",
  "devices.sending.who.nobody": "Nobody",
  "devices.sending.whoNote": "Holds for frames of rules and tests too. Stopping is always allowed.",
  "devices.sending.orphans": "When the sender's page is gone",
  "devices.sending.orphans.stop": "Stop the cyclic send",
  "devices.sending.orphans.show": "Go on, and say so on the device",
  "devices.sending.orphansNote":
    "A page that is silent for half a minute is gone. A send that was left with “Leave, keep sending” goes on.",
} satisfies Record<keyof typeof zh, string>;
