export const zh = {
  "ui.product.name": "Canopy",
} as const;
