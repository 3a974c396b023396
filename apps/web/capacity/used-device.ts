import type { deviceUsage } from "@canopy/contract/capacity/capacity";
import type { Reply } from "@canopy/contract/platform/endpoint";

export type UsedDevice = Reply<typeof deviceUsage>["list"][number];
/** CAP-04: data of a range, or all of the device. */
export type CleanWay = "range" | "quick";
