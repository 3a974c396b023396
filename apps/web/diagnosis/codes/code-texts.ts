import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./code-texts.en.ts";
import { zh } from "./code-texts.zh.ts";

type CodeKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends CodeKeys {}
}

registerTexts({ zh, en });
