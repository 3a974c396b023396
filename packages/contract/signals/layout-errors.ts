import { defineErrors } from "../platform/errors.ts";

export const layoutErrors = defineErrors("signals", {
  layoutName: { status: 400, zh: "布局名称为 2-32 个字符", en: "The name of a layout has 2-32 characters" },
  panelName: { status: 400, zh: "面板名称为 2-32 个字符", en: "The name of a panel has 2-32 characters" },
  panelItems: { status: 400, zh: "一个面板最多 10 个信号", en: "A panel holds at most 10 signals" },
  layoutLimit: { status: 409, zh: "最多保存 {limit} 个布局", en: "At most {limit} layouts can be kept" },
  templateOneDbc: {
    status: 400,
    zh: "模板中的信号须来自同一个 DBC 文件",
    en: "The signals of a template must be of one DBC file",
  },
});
