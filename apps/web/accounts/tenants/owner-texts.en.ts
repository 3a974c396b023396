import type { zh } from "./owner-texts.zh.ts";

export const en = {
  "accounts.owners.note": "Owners that registered with your merchant ID.",
  "accounts.owners.name": "Owner",
  "accounts.owners.organization": "Organisation",
  "accounts.owners.contact": "Contact",
  "accounts.owners.phone": "Mobile",
  "accounts.owners.email": "E-mail",
  "accounts.owners.devices": "Devices",
} satisfies Record<keyof typeof zh, string>;
