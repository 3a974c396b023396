import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./function-texts.en.ts";
import { zh } from "./function-texts.zh.ts";

type FunctionKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends FunctionKeys {}
}

registerTexts({ zh, en });
