import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./time-bar-texts.en.ts";
import { zh } from "./time-bar-texts.zh.ts";

type TimeBarKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends TimeBarKeys {}
}

registerTexts({ zh, en });
