import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./fleet-texts.en.ts";
import { zh } from "./fleet-texts.zh.ts";

type Keys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends Keys {}
}

registerTexts({ zh, en });
