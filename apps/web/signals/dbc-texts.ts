import { registerTexts } from "../platform/i18n.ts";
import { en } from "./dbc-texts.en.ts";
import { zh } from "./dbc-texts.zh.ts";

type DbcKeys = typeof zh;
declare module "../platform/i18n.ts" {
  interface Texts extends DbcKeys {}
}

registerTexts({ zh, en });
