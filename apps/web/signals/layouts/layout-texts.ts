import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./layout-texts.en.ts";
import { zh } from "./layout-texts.zh.ts";

type LayoutKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends LayoutKeys {}
}

registerTexts({ zh, en });
