import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./list-texts.en.ts";
import { zh } from "./list-texts.zh.ts";

type ListKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends ListKeys {}
}

registerTexts({ zh, en });
