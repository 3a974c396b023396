import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./type-texts.en.ts";
import { zh } from "./type-texts.zh.ts";

type TypeKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends TypeKeys {}
}

registerTexts({ zh, en });
