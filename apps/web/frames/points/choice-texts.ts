import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./choice-texts.en.ts";
import { zh } from "./choice-texts.zh.ts";

type ChoiceKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends ChoiceKeys {}
}

registerTexts({ zh, en });
