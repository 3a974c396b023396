import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./filter-texts.en.ts";
import { zh } from "./filter-texts.zh.ts";

type FilterKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends FilterKeys {}
}

registerTexts({ zh, en });
