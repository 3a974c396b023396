import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./connection-texts.en.ts";
import { zh } from "./connection-texts.zh.ts";

type ConnectionKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends ConnectionKeys {}
}

registerTexts({ zh, en });
