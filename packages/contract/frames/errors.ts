import { defineErrors, platformErrors } from "../platform/errors.ts";

export const historyErrors = defineErrors("frames", {
  /** NAV-14 */
  rangeReversed: { status: 400, zh: "开始时间必须早于结束时间", en: "The start time must be before the end time" },
  /** DAT-02: as many as MAX_FILTER_IDS. */
  tooManyIds: {
    status: 400,
    zh: "过滤条件的 ID 范围过多（最多 64 个）：请减少 ID，或改用连续范围",
    en: "The filter has too many ID ranges (at most 64): take fewer IDs, or ranges of them",
  },
  rangeTooLong: { status: 400, zh: "时间范围最长 {days} 天", en: "The range is at most {days} days" },
  signalOutside: {
    status: 400,
    zh: "信号超出 64 字节报文，或浮点长度不是 32/64 位",
    en: "The signal lies outside 64 bytes, or a float is not of 32 or 64 bits",
  },
  /** A file of the store is damaged or missing: its range cannot be read, everything else can. */
  rangeDamaged: {
    status: 500,
    zh: "{from} 至 {to} 的存储数据已损坏，无法读取；其余时间的数据不受影响",
    en: "The stored data from {from} to {to} is damaged and cannot be read; everything else is readable",
  },
  /** DAT-04 */
  wrongPassword: { status: 403, zh: "密码错误", en: "Wrong password" },
  /** DAT-04, DAT-05 */
  emptyFailed: { status: 500, zh: "清空设备数据失败", en: "empty device data failed" },
  /** Landing stops too while it is so. */
  diskNearlyFull: {
    status: 507,
    zh: "服务器磁盘空间不足，剩余批次保留原样，可稍后再试",
    en: "The server's disk is nearly full; what is left stays as it is, try again later",
  },
  notQuickDeletable: {
    status: 403,
    zh: "该设备不在套餐的快速删除列表中",
    en: "This device is not on the package's quick-delete list",
  },
});

/** Errors of reading stored frames. */
export const storeErrors = [platformErrors.unavailable, historyErrors.rangeDamaged] as const;

/** The login call of fielded terminals (docs/device-protocol.md §3.1). */
export const candtuErrors = defineErrors("frames", {
  loginRefused: { status: 403, zh: "设备或密钥无效", en: "Unknown device or wrong secret" },
});
