import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./history-texts.en.ts";
import { zh } from "./history-texts.zh.ts";

type HistoryKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends HistoryKeys {}
}

registerTexts({ zh, en });
