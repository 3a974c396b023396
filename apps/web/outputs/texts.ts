import { outputErrors } from "@canopy/contract/outputs/errors";
import "../push/texts.ts";
import { addErrorTexts } from "../platform/error-texts.ts";
import { registerTexts } from "../platform/i18n.ts";
import { en } from "./texts.en.ts";
import { zh } from "./texts.zh.ts";

type Keys = typeof zh;
declare module "../platform/i18n.ts" {
  interface Texts extends Keys {}
}

registerTexts({ zh, en });
addErrorTexts(outputErrors);
