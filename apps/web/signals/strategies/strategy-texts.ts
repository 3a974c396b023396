import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./strategy-texts.en.ts";
import { zh } from "./strategy-texts.zh.ts";

type StrategyKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends StrategyKeys {}
}

registerTexts({ zh, en });
