import { registerTexts } from "../platform/i18n.ts";
import { centreEn } from "./centre/centre-texts.en.ts";
import { centreZh } from "./centre/centre-texts.zh.ts";
import { en } from "./texts.en.ts";
import { zh } from "./texts.zh.ts";

type Keys = typeof zh & typeof centreZh;
declare module "../platform/i18n.ts" {
  interface Texts extends Keys {}
}

registerTexts({ zh: { ...zh, ...centreZh }, en: { ...en, ...centreEn } });
