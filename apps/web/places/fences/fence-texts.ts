import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./fence-texts.en.ts";
import { zh } from "./fence-texts.zh.ts";

type FenceKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends FenceKeys {}
}

registerTexts({ zh, en });
