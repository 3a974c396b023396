import { registerTexts } from "../platform/i18n.ts";
import { testEn } from "./back-test/test-texts.en.ts";
import { testZh } from "./back-test/test-texts.zh.ts";
import { centreEn } from "./centre/centre-texts.en.ts";
import { centreZh } from "./centre/centre-texts.zh.ts";
import { editorEn } from "./editor/editor-texts.en.ts";
import { editorZh } from "./editor/editor-texts.zh.ts";
import { rulesEn } from "./rules/rule-texts.en.ts";
import { rulesZh } from "./rules/rule-texts.zh.ts";
import { en } from "./texts.en.ts";
import { zh } from "./texts.zh.ts";
import "./live/live-texts.ts";

type Keys = typeof zh & typeof centreZh & typeof rulesZh & typeof editorZh & typeof testZh;
declare module "../platform/i18n.ts" {
  interface Texts extends Keys {}
}

registerTexts({
  zh: { ...zh, ...centreZh, ...rulesZh, ...editorZh, ...testZh },
  en: { ...en, ...centreEn, ...rulesEn, ...editorEn, ...testEn },
});
