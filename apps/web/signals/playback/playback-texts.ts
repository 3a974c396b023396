import { registerTexts } from "../../platform/i18n.ts";
import { en } from "./playback-texts.en.ts";
import { zh } from "./playback-texts.zh.ts";

type PlaybackKeys = typeof zh;
declare module "../../platform/i18n.ts" {
  interface Texts extends PlaybackKeys {}
}

registerTexts({ zh, en });
