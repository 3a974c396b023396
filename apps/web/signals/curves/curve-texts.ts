import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./curve-texts.en.ts";
import { zh } from "./curve-texts.zh.ts";

type CurveKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends CurveKeys {}
}

registerTexts({ zh, en });
