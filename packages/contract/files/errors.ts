import { defineErrors } from "../platform/errors.ts";

/** FIL-01…FIL-05 */
export const fileErrors = defineErrors("files", {
  spaceFull: {
    status: 403,
    zh: "文件空间不足：还剩 {left} 字节，文件有 {size} 字节",
    en: "The file space is full: {left} bytes are left, the file has {size}",
    bare: { zh: "文件空间不足", en: "The file space is full" },
  },
  ftpQuota: {
    status: 400,
    zh: "设备的 FTP 空间不能超过套餐的 FTP 空间（{limit} GB）",
    en: "A device has at most the FTP space of the package: {limit} GB",
  },
  ftpClosed: {
    status: 409,
    zh: "该设备还没有 FTP 密码，请先生成密码",
    en: "The device has no FTP password yet: make one first",
  },
  tooManyFiles: {
    status: 403,
    zh: "套餐最多保存 {limit} 个文件",
    en: "The package allows {limit} files",
    bare: { zh: "文件数已达套餐上限", en: "The package allows no more files" },
  },
  deviceRefused: { status: 403, zh: "设备 ID 或密钥错误", en: "Device ID or key is wrong" },
  uploadUnknown: {
    status: 404,
    zh: "上传地址无效或已过期，请重新开始",
    en: "The upload is unknown or has expired: begin it again",
  },
  wrongOffset: { status: 409, zh: "请从第 {received} 字节继续上传", en: "Go on with byte {received}" },
  pieceTooSmall: {
    status: 400,
    zh: "除最后一段外，每段至少 {least} 字节",
    en: "Every piece but the last has at least {least} bytes",
  },
  wrongHash: {
    status: 422,
    zh: "文件校验失败，请从头上传",
    en: "The content does not match its SHA-256: send it again from its beginning",
  },
  incomplete: { status: 409, zh: "文件尚未接收完毕", en: "The file has not arrived completely" },
  nothingChosen: {
    status: 400,
    zh: "请指定要删除的文件或筛选条件",
    en: "Name the files to delete, or filters",
  },
  fileDamaged: { status: 500, zh: "文件内容已丢失或损坏", en: "The content of the file is lost or damaged" },
  nameTaken: { status: 409, zh: "已有同名文件", en: "There is a file of this name" },
  inboxPattern: {
    status: 400,
    zh: "匹配式有误：只能有一个 {id}、{name} 或 {serial}，且不以 / 开头",
    en: "The pattern is wrong: one of {id}, {name} and {serial} at most, and no / in front",
  },
  inboxDevice: {
    status: 400,
    zh: "匹配式中请写 {id}、{name} 或 {serial} 之一，或为规则选择设备，二者取一",
    en: "Write one of {id}, {name} and {serial} into the pattern, or choose a device for the rule, not both",
  },
  inboxNoRule: { status: 409, zh: "没有规则匹配此文件", en: "No rule fits this file" },
  inboxNoDevice: { status: 409, zh: "规则匹配，但没有这样的设备", en: "A rule fits, but there is no such device" },
  inboxTwoDevices: {
    status: 409,
    zh: "规则匹配，但有多台同名设备",
    en: "A rule fits, but several devices have this name",
  },
  inboxEmpty: { status: 409, zh: "文件为空", en: "The file is empty" },
  inboxName: { status: 409, zh: "文件名无法使用", en: "The name of the file cannot be used" },
  inboxTooLarge: { status: 409, zh: "文件过大", en: "The file is too large" },
  inboxUnreadable: { status: 409, zh: "文件无法读取", en: "The file cannot be read" },
  inboxAway: { status: 503, zh: "收件箱暂时无法访问", en: "The inbox cannot be reached" },
  inboxBusy: { status: 409, zh: "文件正在处理", en: "The file is being worked on" },
  notOnCard: {
    status: 404,
    zh: "SD 卡上没有文件 {name}，请重新读取列表",
    en: "The card has no file {name}: read the list again",
  },
  stillWritten: { status: 409, zh: "文件 {name} 正在写入", en: "The file {name} is still being written" },
  recallTooLarge: {
    status: 409,
    zh: "文件 {name} 超过 60 MB，请升级到 {version}",
    en: "The file {name} has more than 60 MB: upgrade to {version}",
  },
  tooManyRecalls: {
    status: 409,
    zh: "每台设备最多有 {limit} 个召回等待",
    en: "At most {limit} recalls of a device may wait",
  },
  ledgerRange: {
    status: 400,
    zh: "时间范围须在 1 分钟到 {days} 天之间",
    en: "The range must have between a minute and {days} days",
  },
  recallEnded: { status: 409, zh: "召回已结束，无法取消", en: "The recall has ended and cannot be cancelled" },
  analysisRunning: { status: 409, zh: "该文件正在解析", en: "This file is being analysed" },
});
