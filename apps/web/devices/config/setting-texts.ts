import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./setting-texts.en.ts";
import { zh } from "./setting-texts.zh.ts";

type SettingKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends SettingKeys {}
}

registerTexts({ zh, en });
