import { en as problemsEn } from "@canopy/contract/transfers/log-problem-texts.en";
import { zh as problemsZh } from "@canopy/contract/transfers/log-problem-texts.zh";
import { registerTexts } from "../platform/i18n.ts";
import { en } from "./texts.en.ts";
import { zh } from "./texts.zh.ts";

type TransferKeys = typeof zh & typeof problemsZh;
declare module "../platform/i18n.ts" {
  interface Texts extends TransferKeys {}
}

registerTexts({ zh: { ...zh, ...problemsZh }, en: { ...en, ...problemsEn } });
