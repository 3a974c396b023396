import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./desk-texts.en.ts";
import { zh } from "./desk-texts.zh.ts";

type DeskKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends DeskKeys {}
}

registerTexts({ zh, en });
