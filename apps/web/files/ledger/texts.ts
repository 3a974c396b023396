import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./texts.en.ts";
import { zh } from "./texts.zh.ts";

type LedgerKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends LedgerKeys {}
}

registerTexts({ zh, en });
