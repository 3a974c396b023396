import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./live-texts.en.ts";
import { zh } from "./live-texts.zh.ts";

type Keys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends Keys {}
}

// Apart from the texts of the pages: pop-ups are a part of every page.
registerTexts({ zh, en });
