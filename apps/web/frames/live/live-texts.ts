import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./live-texts.en.ts";
import { zh } from "./live-texts.zh.ts";

type LiveKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends LiveKeys {}
}

registerTexts({ zh, en });
