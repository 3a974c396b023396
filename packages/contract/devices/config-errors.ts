import { defineErrors } from "../platform/errors.ts";

/** DEV-05: refusals of a configuration's schema beside plain ranges, and errors of storing it. */
export const configErrors = defineErrors("devices", {
  configQuota: { status: 400, zh: "存储分配之和不能超过 100 %", en: "Storage shares add up to at most 100 %" },
  configIdRange: {
    status: 400,
    zh: "ID 范围无效：起始不大于结束，标准帧不超过 7FF",
    en: "Invalid ID range: it ends after it begins, and standard IDs end at 7FF",
  },
  configChannelTwice: { status: 400, zh: "同一通道只能配置一次", en: "A channel is configured only once" },
  configChannelKind: { status: 400, zh: "通道类型不符", en: "The channel is of another kind" },
  configModeNeeds: {
    status: 400,
    zh: "该记录模式需要先设置对应的触发或定时参数",
    en: "This mode needs its trigger or timer to be set",
  },
  configConditionIds: { status: 400, zh: "ID 条件需要 ID 范围", en: "An ID condition needs its range of IDs" },
  configAreaNeeded: { status: 400, zh: "选择了区域输出，需设置区域", en: "An output by area needs its area" },
  configTiming: {
    status: 400,
    zh: "位时序与波特率相差超过 0.5 %",
    en: "The bit timing is more than 0.5 % away from the bit rate",
  },
  configSjw: { status: 400, zh: "SJW 不能大于 TSEG2", en: "SJW is at most TSEG2" },
  configCustomData: {
    status: 400,
    zh: "自定义数据为成对的十六进制字符，最多 16 个",
    en: "Custom data has at most 16 hexadecimal characters, in pairs",
  },
  configPhone: {
    status: 400,
    zh: "电话号码为 3-20 位数字，可带 +",
    en: "A phone number has 3-20 digits, with + or not",
  },
  configStale: {
    status: 409,
    zh: "{author} 已保存版本 {version}，请先查看差异",
    en: "{author} has saved version {version} meanwhile; look at the difference first",
  },
  configOffline: { status: 409, zh: "设备离线", en: "The device is offline" },
  configTimeout: { status: 504, zh: "设备响应超时", en: "Response timed out" },
  configRefused: { status: 502, zh: "设备拒绝了配置", en: "The device refused the configuration" },
  configUnsupported: { status: 501, zh: "设备不支持远程配置", en: "The device cannot be configured from here" },
  configHashDiffers: {
    status: 502,
    zh: "设备已应答，但生效的配置与下发的不一致",
    en: "The device answered, but runs another configuration than the one sent",
  },
});
