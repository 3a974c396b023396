import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./ecu-texts.en.ts";
import { zh } from "./ecu-texts.zh.ts";

type EcuKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends EcuKeys {}
}

registerTexts({ zh, en });
