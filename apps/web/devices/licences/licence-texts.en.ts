import type { zh } from "./licence-texts.zh.ts";

export const en = {
  "devices.licence.title": "Generate licence",
  "devices.licence.open": "Licence",
  "devices.licence.note":
    "A licence binds device type and device ID and is signed with the secret, which is not stored.",
  "devices.licence.type": "Device type",
  "devices.licence.typeChoose": "Choose one",
  "devices.licence.typeNone": "There is no device type of your own yet: create one first.",
  "devices.licence.device": "Device ID",
  "devices.licence.deviceHint": "20 hexadecimal characters; the first byte is a checksum",
  "devices.licence.secret": "Secret",
  "devices.licence.generate": "Generate",
  "devices.licence.again": "Generate another",
  "devices.licence.result": "Licence",
  "devices.licence.copy": "Copy licence",
  "devices.licence.copied": "Copy success",
  "devices.licence.copyFailed": "Copying failed; select the text by hand",
} satisfies Record<keyof typeof zh, string>;
