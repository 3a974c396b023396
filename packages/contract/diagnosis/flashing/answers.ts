import type { Text } from "../../platform/language.ts";

/** UDS-04: to those who may approve. */
export const FLASH_ASKED = {
  title: { zh: "ECU 升级待批准", en: "A flash waits for approval" },
  content: {
    zh: "{user} 申请为车辆 {vin} 的 {ecu} 刷写 {version}，请在 15 分钟内批准后开始。",
    en: "{user} asks to flash {ecu} of vehicle {vin} to {version}. An approval is good for 15 minutes.",
  },
} as const satisfies Record<string, Text>;
