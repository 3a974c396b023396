import type { Text } from "../platform/language.ts";

/** Sentences of calls that succeeded. */
export const deviceAnswers = {
  deviceDeleted: { zh: "设备已删除", en: "The device was deleted" },
  devicesDeleted: { zh: "设备已删除", en: "The devices were deleted" },
  vehicleDeleted: { zh: "车辆已删除", en: "The vehicle was deleted" },
  typeDeleted: { zh: "设备类型已删除", en: "The device type was deleted" },
  transferWithdrawn: { zh: "转移已撤回", en: "The transfer was withdrawn" },
  transferDeclined: { zh: "已拒绝", en: "Declined" },
  simulatedName: { zh: "模拟电动车", en: "Simulated EV" },
  /** USR-04: the page says so too. */
  levelsSaved: {
    zh: "已保存，子用户重新登录后生效",
    en: "Saved; it applies when the sub-user signs in again",
  },
} satisfies Record<string, Text>;
