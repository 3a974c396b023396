import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./config-texts.en.ts";
import { zh } from "./config-texts.zh.ts";

type ConfigKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends ConfigKeys {}
}

registerTexts({ zh, en });
