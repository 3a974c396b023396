import { registerTexts } from "../platform/i18n.ts";
import { en } from "./warning-texts.en.ts";
import { zh } from "./warning-texts.zh.ts";

type WarningKeys = typeof zh;
declare module "../platform/i18n.ts" {
  interface Texts extends WarningKeys {}
}

registerTexts({ zh, en });
