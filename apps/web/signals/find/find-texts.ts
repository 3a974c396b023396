import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./find-texts.en.ts";
import { zh } from "./find-texts.zh.ts";

type FindKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends FindKeys {}
}

registerTexts({ zh, en });
