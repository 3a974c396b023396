import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./script-texts.en.ts";
import { zh } from "./script-texts.zh.ts";
import "../texts.ts";

type Keys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends Keys {}
}

registerTexts({ zh, en });
