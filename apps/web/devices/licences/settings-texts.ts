import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./settings-texts.en.ts";
import { zh } from "./settings-texts.zh.ts";

type LicenceSettingKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends LicenceSettingKeys {}
}

registerTexts({ zh, en });
