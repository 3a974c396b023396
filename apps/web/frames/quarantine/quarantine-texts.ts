import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./quarantine-texts.en.ts";
import { zh } from "./quarantine-texts.zh.ts";

type QuarantineKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends QuarantineKeys {}
}

registerTexts({ zh, en });
