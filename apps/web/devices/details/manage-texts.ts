import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./manage-texts.en.ts";
import { zh } from "./manage-texts.zh.ts";

type ManageKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends ManageKeys {}
}

registerTexts({ zh, en });
