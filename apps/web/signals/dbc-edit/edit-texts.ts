import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./edit-texts.en.ts";
import { zh } from "./edit-texts.zh.ts";

type EditKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends EditKeys {}
}

registerTexts({ zh, en });
