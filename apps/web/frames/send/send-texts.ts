import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./send-texts.en.ts";
import { zh } from "./send-texts.zh.ts";

type SendKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends SendKeys {}
}

registerTexts({ zh, en });
