import { defineErrors } from "./errors.ts";

/** ACC-15: of every picture that is sent. */
export const imageErrors = defineErrors("platform", {
  imageTooLarge: { status: 413, zh: "图片不能超过 2 MB", en: "A picture has at most 2 MB" },
  imageFormat: {
    status: 400,
    zh: "图片须为 PNG、JPEG、WebP 或 GIF 格式",
    en: "A picture is a PNG, JPEG, WebP or GIF file",
  },
});
