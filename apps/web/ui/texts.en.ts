import type { zh } from "./texts.zh.ts";

export const en = {
  "ui.product.name": "Canopy",
} satisfies Record<keyof typeof zh, string>;
