import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./choose-texts.en.ts";
import { zh } from "./choose-texts.zh.ts";

type ChooseKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends ChooseKeys {}
}

registerTexts({ zh, en });
