import { defineErrors } from "../platform/errors.ts";

/** UDS-01, UDS-05 */
export const diagnosisErrors = defineErrors("diagnosis", {
  testerBusy: {
    status: 409,
    zh: "{user} 正在诊断该设备，同一时间只能有一名诊断人员；可查看其实时过程",
    en: "{user} is diagnosing this device: one tester at a time. You can read along",
  },
  noSession: {
    status: 409,
    zh: "诊断会话已结束，请重新开始诊断",
    en: "The diagnosis has ended; begin it again",
  },
  jobRunning: {
    status: 409,
    zh: "上一个诊断请求尚未结束，请等待或取消",
    en: "A diagnostic request is still under way: wait for it or cancel it",
  },
  channelListens: {
    status: 409,
    zh: "该通道已关闭或处于只听模式，无法发送；请在设备配置中改为正常模式",
    en: "The channel is off or only listens; set it to normal in the device's configuration",
  },
  jobEnded: { status: 409, zh: "该诊断请求已结束", en: "The diagnostic request has ended already" },
  noUnlockFile: {
    status: 409,
    zh: "该 ECU 没有解锁文件，请先在 ECU 管理中上传",
    en: "This ECU has no unlock file; upload one in ECU management first",
  },
  functionalLength: {
    status: 400,
    zh: "功能寻址的请求最多 7 字节",
    en: "A request to the functional address has at most 7 bytes",
  },
});
