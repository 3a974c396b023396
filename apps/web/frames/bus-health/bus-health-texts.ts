import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./bus-health-texts.en.ts";
import { zh } from "./bus-health-texts.zh.ts";

type HealthKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends HealthKeys {}
}

registerTexts({ zh, en });
