import { defineErrors } from "../platform/errors.ts";

/** Why an item of a curve is not drawn; the others of the same call are. */
export const curveErrors = defineErrors("signals", {
  dbcGone: { status: 404, zh: "DBC 文件已不存在", en: "The DBC file no longer exists" },
  revisionGone: { status: 404, zh: "DBC 文件没有该修订", en: "The DBC file has no such revision" },
  signalGone: { status: 404, zh: "该修订的 DBC 中没有此信号", en: "This revision of the DBC has no such signal" },
  signalText: {
    status: 400,
    zh: "信号应写作 通道!DBC!十六进制ID!信号名，可由设备的信号列表得到",
    en: "A signal is written CHANNEL!DBC!IDHEX!SIGNAL, as the list of the device's signals has it",
  },
});
