import { registerTexts } from "../platform/i18n.ts";
import { en } from "./dbc-problem-texts.en.ts";
import { zh } from "./dbc-problem-texts.zh.ts";

type DbcProblemKeys = typeof zh;
declare module "../platform/i18n.ts" {
  interface Texts extends DbcProblemKeys {}
}

registerTexts({ zh, en });
