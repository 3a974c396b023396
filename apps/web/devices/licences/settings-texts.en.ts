import type { zh } from "./settings-texts.zh.ts";

export const en = {
  "devices.licence.enable": "Managers issue licences",
  "devices.licence.enableNote": "Shows the licence form and its entry in the user menu.",
  "devices.licence.required": "A new device needs a licence",
  "devices.licence.requiredNote":
    "A device is added only with a licence that was issued for its type and its ID. Existing devices stay.",
  "devices.licence.saved": "The licence configuration was saved",
} satisfies Record<keyof typeof zh, string>;
