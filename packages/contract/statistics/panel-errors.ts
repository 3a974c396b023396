import { defineErrors } from "../platform/errors.ts";

/** STA-05 */
export const panelErrors = defineErrors("panels", {
  name: { status: 400, zh: "面板名称为 1-50 个字符", en: "A panel name has 1-50 characters" },
  nameTaken: { status: 409, zh: "面板名已存在：{name}", en: "Panel name exists: {name}" },
  limit: { status: 409, zh: "面板已达上限（{limit}）", en: "The tenant has all its panels ({limit})" },
  changed: {
    status: 409,
    zh: "{user} 已修改此面板，请重新打开后再保存",
    en: "{user} has changed this panel; open it again before you save",
  },
  isDefault: {
    status: 409,
    zh: "默认面板不能删除，可以清空它",
    en: "The default panel cannot be deleted; it can be emptied",
  },
  widget: {
    status: 400,
    zh: "组件 {title} 不完整或超出网格",
    en: "The widget {title} is not complete, or not within the grid",
  },
  pictures: { status: 400, zh: "一个面板最多 4 张图片", en: "A panel has at most 4 pictures" },
  pictureTooLarge: { status: 413, zh: "面板图片不能超过 512 KB", en: "A picture of a panel has at most 512 KB" },
  /** Import: what is wrong with the file, each with its place. */
  file: {
    status: 400,
    zh: "文件有 {count} 处问题，未导入任何内容",
    en: "The file has {count} problems; nothing was imported",
  },
  fileFormat: { status: 400, zh: "不是面板文件", en: "Not a panel file" },
  fileField: { status: 400, zh: "缺失、不正确或超出限制", en: "missing, not valid or beyond its limit" },
  fileDevice: { status: 400, zh: "没有设备“{name}”，或您无权查看", en: "No device “{name}”, or you may not read it" },
  fileDbc: { status: 400, zh: "没有 DBC 文件“{name}”", en: "No DBC file “{name}”" },
  fileSignal: {
    status: 400,
    zh: "DBC 文件“{dbc}”中没有信号“{name}”",
    en: "The DBC file “{dbc}” has no signal “{name}”",
  },
  shareLimit: { status: 409, zh: "一个面板最多 {limit} 个有效链接", en: "A panel has at most {limit} links" },
  shareEnds: { status: 400, zh: "链接有效期为 1 分钟至 90 天", en: "A link ends after 1 minute to 90 days" },
  /** Ended, revoked or guessed: one answer. */
  shareEnded: { status: 404, zh: "此链接已失效", en: "This link has ended" },
});
