import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./table-texts.en.ts";
import { zh } from "./table-texts.zh.ts";

type TableKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends TableKeys {}
}

registerTexts({ zh, en });
