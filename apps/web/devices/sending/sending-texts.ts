import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./sending-texts.en.ts";
import { zh } from "./sending-texts.zh.ts";

type SendingKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends SendingKeys {}
}

registerTexts({ zh, en });
