import { registerTexts } from "../../platform/i18n.ts";
import { en as changeEn } from "./dbc-change-texts.en.ts";
import { zh as changeZh } from "./dbc-change-texts.zh.ts";
import { en } from "./dbc-texts.en.ts";
import { zh } from "./dbc-texts.zh.ts";

type DbcKeys = typeof zh;
type DbcChangeKeys = typeof changeZh;
declare module "../../platform/i18n.ts" {
  interface Texts extends DbcKeys, DbcChangeKeys {}
}

registerTexts({ zh, en });
registerTexts({ zh: changeZh, en: changeEn });
