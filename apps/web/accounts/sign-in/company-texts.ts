import { arrivalErrors } from "@canopy/contract/accounts/arrival-errors";
import { addErrorTexts } from "../../platform/error-texts.ts";
import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./company-texts.en.ts";
import { zh } from "./company-texts.zh.ts";

type Keys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends Keys {}
}

registerTexts({ zh, en });
addErrorTexts(arrivalErrors);
