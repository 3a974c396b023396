import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./json-texts.en.ts";
import { zh } from "./json-texts.zh.ts";

type JsonKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends JsonKeys {}
}

registerTexts({ zh, en });
