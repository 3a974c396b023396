import { defineErrors } from "../platform/errors.ts";

/** UDS-03 */
export const ecuErrors = defineErrors("diagnosis", {
  ecuName: { status: 400, zh: "名称为 1-50 个字符", en: "The name has 1 to 50 characters" },
  ecuNameTaken: { status: 409, zh: "已有同名 ECU", en: "There is a control unit of this name" },
  ecuLimit: { status: 409, zh: "最多保存 {limit} 个 ECU", en: "There can be {limit} control units" },
  addressRange: {
    status: 400,
    zh: "标准帧地址不超过 7FF，扩展帧地址不超过 1FFFFFFF",
    en: "A standard address is at most 7FF, an extended one at most 1FFFFFFF",
  },
  fileNameTaken: { status: 409, zh: "已有同名文件", en: "There is a file of this name" },
  fileLimit: { status: 409, zh: "最多保存 {limit} 个文件", en: "There can be {limit} files" },
  fileInUse: { status: 409, zh: "文件正在使用：{names}", en: "The file is used by {names}" },
  notCsv: {
    status: 400,
    zh: "文件不是 CSV：请检查引号是否成对",
    en: "The file is no CSV: look for a quote that is not closed",
  },
  tooManyCodes: { status: 400, zh: "每个文件最多 {limit} 个故障码", en: "A file has at most {limit} fault codes" },
  badCode: {
    status: 400,
    zh: "故障码应为 P0123、P0123-11、U010011 或 C10011 的形式",
    en: "A fault code is written as P0123, P0123-11, U010011 or C10011",
  },
  nativeLibrary: {
    status: 415,
    zh: "不在服务器上运行本机代码（.dll/.so）；请用 JSON 描述算法",
    en: "Native code (.dll, .so) is not run here; describe the algorithm as JSON",
  },
  badUnlockFile: {
    status: 400,
    zh: "解锁文件无法识别：{problem}",
    en: "The unlock file could not be understood: {problem}",
  },
  noKey: {
    status: 409,
    zh: "该文件不能为此等级和种子计算密钥",
    en: "The file has no key for this level and seed",
  },
});
