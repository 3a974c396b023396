import "./texts.ts";
import type { TextKey } from "../../platform/i18n.ts";

export interface Update {
  readonly version: string;
  readonly date: string;
  /** What changes for those who use it. */
  readonly lines: readonly TextKey[];
}

/** NAV-10: the update log, newest version first. CHANGELOG.md has every change; here is what people notice. */
export const UPDATES: readonly Update[] = [
  {
    version: "0.1.0",
    date: "2026-11-18",
    lines: [
      "settings.updates.v010.signIn",
      "settings.updates.v010.config",
      "settings.updates.v010.people",
      "settings.updates.v010.firmware",
      "settings.updates.v010.rest",
    ],
  },
];
