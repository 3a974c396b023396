import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./point-texts.en.ts";
import { zh } from "./point-texts.zh.ts";

type PointKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends PointKeys {}
}

registerTexts({ zh, en });
