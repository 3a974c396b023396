import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./bus-fault-texts.en.ts";
import { zh } from "./bus-fault-texts.zh.ts";

type BusFaultKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends BusFaultKeys {}
}

registerTexts({ zh, en });
