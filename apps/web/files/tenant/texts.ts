import { registerTexts } from "../../platform/i18n.ts";
import "../texts.ts";
import { en } from "./texts.en.ts";
import { zh } from "./texts.zh.ts";

type TenantFileKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends TenantFileKeys {}
}

registerTexts({ zh, en });
