import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./sequence-texts.en.ts";
import { zh } from "./sequence-texts.zh.ts";

type SequenceKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends SequenceKeys {}
}

registerTexts({ zh, en });
