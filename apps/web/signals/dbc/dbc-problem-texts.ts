import { en } from "@canopy/contract/signals/dbc-problem-texts.en";
import { zh } from "@canopy/contract/signals/dbc-problem-texts.zh";
import { registerTexts } from "../../platform/i18n.ts";

type DbcProblemKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends DbcProblemKeys {}
}

registerTexts({ zh, en });
