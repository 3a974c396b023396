import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import { addErrorTexts } from "../../platform/error-texts.ts";
import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./flash-texts.en.ts";
import { zh } from "./flash-texts.zh.ts";

type FlashKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends FlashKeys {}
}

registerTexts({ zh, en });
addErrorTexts(flashErrors);
