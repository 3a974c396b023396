import type { Text } from "../platform/language.ts";

/** Sentences of calls that succeeded. */
export const deviceAnswers = {
  deviceDeleted: { zh: "设备已删除", en: "The device was deleted" },
  devicesDeleted: { zh: "设备已删除", en: "The devices were deleted" },
  vehicleDeleted: { zh: "车辆已删除", en: "The vehicle was deleted" },
  typeDeleted: { zh: "设备类型已删除", en: "The device type was deleted" },
} satisfies Record<string, Text>;
