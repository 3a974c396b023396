import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./licence-texts.en.ts";
import { zh } from "./licence-texts.zh.ts";

type LicenceKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends LicenceKeys {}
}

registerTexts({ zh, en });
