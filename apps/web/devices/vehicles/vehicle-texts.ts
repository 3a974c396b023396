import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./vehicle-texts.en.ts";
import { zh } from "./vehicle-texts.zh.ts";

type VehicleKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends VehicleKeys {}
}

registerTexts({ zh, en });
