import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./transmission-texts.en.ts";
import { zh } from "./transmission-texts.zh.ts";

type TransmissionKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends TransmissionKeys {}
}

registerTexts({ zh, en });
