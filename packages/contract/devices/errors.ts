import { defineErrors } from "../platform/errors.ts";

export const deviceErrors = defineErrors("devices", {
  nameLength: { status: 400, zh: "名称为 1-64 个字符", en: "A name has 1-64 characters" },
  /** DEV-02: the device-ID tip. */
  idFormat: {
    status: 400,
    zh: "设备 ID 为 20 位十六进制字符（0-9、A-F 大写）",
    en: "A device ID has 20 hexadecimal characters: 0-9 and upper-case A-F",
  },
  idInvalid: { status: 400, zh: "无效设备", en: "Invalid device" },
  /** Never says whose the other one is. */
  idBound: { status: 409, zh: "设备 ID 重复绑定", en: "Duplicate device ID bound" },
  licenceInvalid: { status: 400, zh: "许可证无效", en: "Invalid license" },
  descriptionFormat: {
    status: 400,
    zh: "描述由中文、字母、数字、连字符和下划线组成，最多 128 个字符",
    en: "A description has at most 128 Chinese characters, letters, digits, hyphens and underscores",
  },
  deviceLimit: {
    status: 409,
    zh: "设备数量已达套餐上限（{limit}）",
    en: "No more devices in this package (limit {limit})",
  },
  canDeviceLimit: {
    status: 409,
    zh: "CAN 设备数量已达套餐上限（{limit}）",
    en: "No more CAN devices in this package (limit {limit})",
  },
  notAGateway: { status: 400, zh: "所选设备不是网关", en: "The chosen device is not a gateway" },
  gatewayNested: {
    status: 409,
    zh: "网关不能作为另一网关的子设备",
    en: "A gateway cannot be a sub-device of another gateway",
  },
  hasChildren: {
    status: 409,
    zh: "网关下仍有 {count} 个子设备，不能改为普通设备",
    en: "A gateway with {count} sub-devices cannot become an ordinary device",
  },
  importHeader: {
    status: 400,
    zh: "首行须为列名，且含 name 与 third_things_id：{problem}",
    en: "The first line names the columns, name and third_things_id among them: {problem}",
  },
  simulatorUnavailable: {
    status: 409,
    zh: "此服务器目前不能再运行模拟车辆",
    en: "This server can drive no further simulated vehicle now",
  },
  dialectUnknown: {
    status: 400,
    zh: "接入协议（dialect）为 canopy 或 candtu",
    en: "The protocol (dialect) is canopy or candtu",
  },
  channelCell: {
    status: 400,
    zh: "channel_enable 按通道填 1 或 0，用分号分隔，最多 16 个，例如 1;0",
    en: "channel_enable has 1 or 0 for each channel, separated by semicolons, at most 16: for example 1;0",
  },
  importTooLong: { status: 400, zh: "一次最多导入 {limit} 行", en: "At most {limit} rows at a time" },
});

export const typeErrors = defineErrors("devices", {
  typeStale: {
    status: 409,
    zh: "其他人刚刚修改了该设备类型。请关闭后查看最新内容，再重新修改。",
    en: "Somebody else has just changed this device type. Close this, look at the newest and change it again.",
  },
  typeNameTaken: { status: 409, zh: "已有同名设备类型", en: "A device type of this name exists" },
  typeLimit: {
    status: 409,
    zh: "设备类型数量已达套餐上限（{limit}）",
    en: "No more device types in this package (limit {limit})",
  },
  typeInUse: {
    status: 409,
    zh: "该设备类型正被 {count} 台设备、{rules} 条规则或定时输出使用",
    en: "This device type is used by {count} devices and by {rules} rules or scheduled outputs",
  },
  typeUsedByOthers: {
    status: 409,
    zh: "其他租户仍在使用该设备类型（设备、规则或定时输出共 {count} 处），不能删除；可将其改为不再提供",
    en: "Other tenants use this device type ({count} devices, rules or scheduled outputs): it cannot be deleted, only offered no more",
  },
  /** DEV-04: it stands in messages of terminals, so it is plain. */
  fieldName: {
    status: 400,
    zh: "字段名以字母或下划线开头，由字母、数字、_、. 和 - 组成，最多 64 个字符",
    en: "A field name begins with a letter or _ and has at most 64 letters, digits, _, . and -",
  },
  groupNamesRepeat: { status: 400, zh: "数据组名称重复", en: "Two data groups have the same name" },
  fieldNamesRepeat: {
    status: 400,
    zh: "同一数据组内字段名称重复",
    en: "Two fields of a data group have the same name",
  },
});

export const labelErrors = defineErrors("devices", {
  labelNameTaken: { status: 409, zh: "已有同名标签", en: "A label of this name exists" },
  labelLimit: {
    status: 409,
    zh: "标签数量已达套餐上限（{limit}）",
    en: "No more labels in this package (limit {limit})",
  },
  groupNameTaken: { status: 409, zh: "已有同名分组", en: "A group of this name exists" },
  labelsPerDevice: {
    status: 409,
    zh: "一台设备最多 {limit} 个标签",
    en: "A device has at most {limit} labels",
  },
  groupFull: { status: 409, zh: "一个分组最多 {limit} 台设备", en: "A group holds at most {limit} devices" },
  groupLimit: { status: 409, zh: "分组数量已达上限（{limit}）", en: "No more groups (limit {limit})" },
});

/** DEV-06 */
export const commandErrors = defineErrors("devices", {
  deviceOffline: { status: 409, zh: "设备离线，无法下发指令", en: "Device offline, commands cannot be sent" },
  responseTimeout: { status: 504, zh: "设备响应超时", en: "Response timed out" },
  commandRefused: {
    status: 502,
    zh: "设备拒绝了指令（{code}）{message}",
    en: "The device refused the command ({code}) {message}",
  },
  commandUnknown: { status: 501, zh: "设备不支持该指令", en: "The device does not know this command" },
  badAnswer: { status: 502, zh: "设备的应答无法识别", en: "The device's answer could not be understood" },
  tooManyCommands: {
    status: 429,
    zh: "该设备正在执行的指令过多，请稍后再试",
    en: "Too many commands are under way for this device; try again shortly",
  },
  tooManyLists: {
    status: 409,
    zh: "该设备正在发送的帧列表已达 {limit} 个，请先停止其中一些",
    en: "This device is already sending {limit} lists of frames; stop some of them first",
  },
  sendingManagers: {
    status: 403,
    zh: "本租户只有管理员可以发送帧",
    en: "Only managers of this tenant may send frames",
  },
  sendingOff: { status: 403, zh: "本租户不允许发送帧", en: "Nobody of this tenant may send frames" },
});

export const moveErrors = defineErrors("devices", {
  hasMoved: {
    status: 409,
    zh: "终端已转移到其他租户，这里只保留历史数据",
    en: "The terminal went to another tenant; only its history is here",
  },
  gatewayTransfer: {
    status: 409,
    zh: "网关下仍有 {count} 个子设备，请先移出",
    en: "This gateway still has {count} sub-devices; take them out first",
  },
});
