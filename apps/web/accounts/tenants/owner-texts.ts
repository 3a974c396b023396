import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./owner-texts.en.ts";
import { zh } from "./owner-texts.zh.ts";

type OwnerKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends OwnerKeys {}
}

registerTexts({ zh, en });
