import { defineErrors } from "../platform/errors.ts";

/** UDS-03 */
export const ecuErrors = defineErrors("diagnosis", {
  ecuName: { status: 400, zh: "名称为 1-50 个字符", en: "A name has 1-50 characters" },
  ecuNameTaken: { status: 409, zh: "已有同名 ECU", en: "An ECU of this name exists" },
  ecuLimit: { status: 409, zh: "ECU 数量已达上限（{limit}）", en: "No more ECUs (limit {limit})" },
  addressRange: {
    status: 400,
    zh: "标准帧地址不超过 7FF，扩展帧地址不超过 1FFFFFFF",
    en: "A standard address is at most 7FF, an extended one at most 1FFFFFFF",
  },
  fileNameTaken: { status: 409, zh: "已有同名文件", en: "A file of this name exists" },
  fileLimit: { status: 409, zh: "文件数量已达上限（{limit}）", en: "No more files (limit {limit})" },
  fileInUse: { status: 409, zh: "文件正在使用：{names}", en: "The file is used by {names}" },
  notCsv: {
    status: 400,
    zh: "文件不是 CSV：请检查引号是否成对",
    en: "Not a CSV file: look for a quote that is not closed",
  },
  tooManyCodes: { status: 400, zh: "每个文件最多 {limit} 个故障码", en: "A file has at most {limit} fault codes" },
  badCode: {
    status: 400,
    zh: "故障码应为 P0123、P0123-11、U010011、C10011 或 SPN 110 FMI 0 的形式",
    en: "A fault code is written as P0123, P0123-11, U010011, C10011 or SPN 110 FMI 0",
  },
  nativeLibrary: {
    status: 415,
    zh: "不在服务器上运行本机代码（.dll/.so）；请用 JSON 或脚本（.js）描述算法",
    en: "Native code (.dll, .so) is not run here; describe the algorithm as JSON or as a script (.js)",
  },
  badUnlockFile: {
    status: 400,
    zh: "解锁文件无法识别：{problem}",
    en: "The unlock file could not be understood: {problem}",
  },
  notDefinitions: {
    status: 400,
    zh: "文件不是 CSV（列 id、name）、ODX 或 PDX，或已损坏",
    en: "The file is no CSV (columns id and name), ODX or PDX, or it is damaged",
  },
  definitionsTooLarge: {
    status: 400,
    zh: "定义过多：最多 5000 个标识符（各 500 个数值）、5000 个例程、50000 个故障码，结构展开后共 250000 个参数",
    en: "Too many definitions: at most 5,000 identifiers of 500 values, 5,000 routines, 50,000 fault codes, and 250,000 parameters with structures written out",
  },
  fileTooComplex: {
    status: 422,
    zh: "文件在 {seconds} 秒内无法解析完",
    en: "The file could not be read within {seconds} s",
  },
  scriptTime: {
    status: 422,
    zh: "脚本在 {limit} 毫秒内没有算完；请检查循环",
    en: "The script did not end within {limit} ms; look for an endless loop",
  },
  scriptMemory: {
    status: 422,
    zh: "脚本超出内存或调用层数的限制；请减少数据或递归",
    en: "The script needs more memory or deeper calls than it may; use less data or recursion",
  },
  scriptFailed: { status: 422, zh: "脚本出错：{problem}", en: "The script failed: {problem}" },
  scriptKey: {
    status: 422,
    zh: "脚本没有返回密钥：函数 key(seed, level) 应返回 1-64 个字节的数组",
    en: "The script returned no key: its function key(seed, level) returns an array of 1-64 bytes",
  },
  scriptBusy: {
    status: 503,
    zh: "脚本暂时无法运行；请稍后再试",
    en: "Scripts cannot be run at the moment; try again later",
  },
  scriptOnTerminal: {
    status: 409,
    zh: "该 ECU 的解锁文件是脚本，终端不能自行运行；请改用 JSON 算法",
    en: "The unlock file of this ECU is a script, which terminals do not run; use a JSON algorithm",
  },
  noKey: {
    status: 409,
    zh: "该文件不能为此等级和种子计算密钥",
    en: "The file has no key for this level and seed",
  },
});
