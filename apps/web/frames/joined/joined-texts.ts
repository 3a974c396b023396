import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./joined-texts.en.ts";
import { zh } from "./joined-texts.zh.ts";

type JoinedKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends JoinedKeys {}
}

registerTexts({ zh, en });
