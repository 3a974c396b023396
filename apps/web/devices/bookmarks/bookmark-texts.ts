import { bookmarkErrors } from "@canopy/contract/devices/bookmark-errors";
import { addErrorTexts } from "../../platform/error-texts.ts";
import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./bookmark-texts.en.ts";
import { zh } from "./bookmark-texts.zh.ts";

type Keys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends Keys {}
}

registerTexts({ zh, en });
addErrorTexts(bookmarkErrors);
