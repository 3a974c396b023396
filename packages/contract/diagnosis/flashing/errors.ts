import { defineErrors } from "../../platform/errors.ts";

/** UDS-04: packages, flows and runs. */
export const flashErrors = defineErrors("flash", {
  packageNameTaken: { status: 409, zh: "已有同名升级包", en: "A package of this name exists" },
  packageLimit: { status: 403, zh: "升级包数量已达上限（{limit}）", en: "No more packages (limit {limit})" },
  packageInUse: { status: 409, zh: "升级包正在使用：{names}", en: "The package is used by {names}" },
  packageSigned: { status: 409, zh: "升级包已签名，不能再修改", en: "The package is signed and cannot be changed" },
  packageUnsigned: { status: 409, zh: "升级包尚未签名", en: "The package is not signed yet" },
  packageExpired: { status: 409, zh: "升级包已过有效期", en: "The package has expired" },
  packageOlder: {
    status: 409,
    zh: "该车辆已刷入计数器为 {counter} 的升级包，不允许降级",
    en: "The vehicle has a package of counter {counter}: this one would be a downgrade",
  },
  packageForeign: {
    status: 409,
    zh: "升级包超出该 ECU 的内存范围：{range}",
    en: "The package does not fit the memory of this ECU: {range}",
  },
  fileBad: {
    status: 422,
    zh: "文件有错误：{problems}",
    en: "The file has errors: {problems}",
  },
  baseAddress: { status: 400, zh: "BIN 文件需要起始地址", en: "A BIN file needs its base address" },
  wrongSignature: {
    status: 422,
    zh: "签名与所选密钥不符",
    en: "The signature does not belong to this package and key",
  },
  contentLost: { status: 500, zh: "升级包内容已丢失或损坏", en: "The content of the package is lost or damaged" },
  linkInvalid: { status: 404, zh: "下载地址无效或已过期", en: "The link is not valid or has expired" },
  flowNameTaken: { status: 409, zh: "已有同名流程", en: "A flow of this name exists" },
  flowLimit: { status: 403, zh: "流程数量已达上限（{limit}）", en: "No more flows (limit {limit})" },
  flowInUse: { status: 409, zh: "流程正在使用：{names}", en: "The flow is used by {names}" },
  flowBad: { status: 400, zh: "第 {at} 步：{problem}", en: "Step {at}: {problem}" },
  noVin: {
    status: 409,
    zh: "设备未绑定车辆，请输入车辆 VIN",
    en: "The device is in no vehicle: enter the VIN",
  },
  noMemoryMap: {
    status: 409,
    zh: "该 ECU 没有内存范围，请先在 ECU 管理中填写",
    en: "This ECU has no memory map; enter it in ECU management first",
  },
  runOpen: {
    status: 409,
    zh: "该设备已有未结束的升级：{ecu}",
    en: "A flash of {ecu} on this device has not ended yet",
  },
  runState: { status: 409, zh: "升级的当前状态不允许此操作", en: "The flash is not in a state for this" },
  pastErase: {
    status: 409,
    zh: "已开始擦除，不能取消：中断会使 ECU 停留在引导模式",
    en: "The erase has begun: to stop now would leave the ECU in boot mode",
  },
  gatesUnmet: {
    status: 409,
    zh: "前置检查未满足，不会开始：{gates}",
    en: "A gate is not met, so it does not start: {gates}",
  },
  gatesStale: { status: 409, zh: "请重新进行前置检查", en: "Check the gates again" },
  vinWrong: { status: 400, zh: "VIN 后六位不正确", en: "The last six characters of the VIN are wrong" },
  passwordWrong: { status: 400, zh: "密码不正确", en: "The password is wrong" },
  ownApproval: {
    status: 403,
    zh: "申请人不能批准自己的升级",
    en: "A flash cannot be approved by the person who asked for it",
  },
  approvalNeeded: { status: 409, zh: "需要另一人批准", en: "Another person has to approve" },
  approvalOver: {
    status: 409,
    zh: "批准已过 15 分钟，请重新申请",
    en: "The approval is older than 15 minutes: ask again",
  },
  noResetRight: {
    status: 403,
    zh: "当前模块无复位 ECU 状态权限",
    en: "This role may not reset the ECU status",
  },
  noCard: { status: 409, zh: "终端需要 SD 卡", en: "The terminal needs an SD card" },
  terminalBusy: {
    status: 409,
    zh: "终端正在执行另一诊断或升级",
    en: "The terminal is busy with another diagnosis or flash",
  },
});
