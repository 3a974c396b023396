import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./deletion-texts.en.ts";
import { zh } from "./deletion-texts.zh.ts";

type DeletionKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends DeletionKeys {}
}

registerTexts({ zh, en });
