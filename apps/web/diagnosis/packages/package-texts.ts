import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import { addErrorTexts } from "../../platform/error-texts.ts";
import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./package-texts.en.ts";
import { zh } from "./package-texts.zh.ts";

type PackageKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends PackageKeys {}
}

registerTexts({ zh, en });
addErrorTexts(flashErrors);
