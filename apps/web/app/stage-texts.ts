import { registerTexts } from "../platform/i18n.ts";
import { en } from "./stage-texts.en.ts";
import { zh } from "./stage-texts.zh.ts";

type StageKeys = typeof zh;
declare module "../platform/i18n.ts" {
  interface Texts extends StageKeys {}
}

registerTexts({ zh, en });
