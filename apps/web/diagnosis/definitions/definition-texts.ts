import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./definition-texts.en.ts";
import { zh } from "./definition-texts.zh.ts";

type DefinitionKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends DefinitionKeys {}
}

registerTexts({ zh, en });
