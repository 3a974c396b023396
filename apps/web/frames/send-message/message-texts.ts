import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./message-texts.en.ts";
import { zh } from "./message-texts.zh.ts";

type MessageKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends MessageKeys {}
}

registerTexts({ zh, en });
