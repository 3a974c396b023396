import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./frame-edit-texts.en.ts";
import { zh } from "./frame-edit-texts.zh.ts";

type FrameEditKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends FrameEditKeys {}
}

registerTexts({ zh, en });
