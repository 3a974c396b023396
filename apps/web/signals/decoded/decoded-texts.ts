import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./decoded-texts.en.ts";
import { zh } from "./decoded-texts.zh.ts";

type DecodedKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends DecodedKeys {}
}

registerTexts({ zh, en });
