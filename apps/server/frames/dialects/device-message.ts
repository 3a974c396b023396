import type { DeviceEvent, DeviceLogLine } from "@canopy/contract/device-link/events";
import type { FileProgress } from "@canopy/contract/device-link/files";
import type { FirmwareProgress } from "@canopy/contract/device-link/firmware";
import type { FlashProgress } from "@canopy/contract/device-link/flash/flash-message";
import type { GpsPosition } from "@canopy/contract/device-link/gps";
import type { DataPoint } from "@canopy/contract/device-link/points";
import type { DeviceStatus } from "@canopy/contract/device-link/status";
import type { UdsProgress } from "@canopy/contract/device-link/uds-job";

/** A message of a terminal other than frames, the same in both dialects. */
export type DeviceMessage =
  | { readonly kind: "gps"; readonly positions: readonly GpsPosition[] }
  | { readonly kind: "points"; readonly points: readonly DataPoint[] }
  | { readonly kind: "status"; readonly status: DeviceStatus }
  | { readonly kind: "event"; readonly event: DeviceEvent }
  | { readonly kind: "log"; readonly lines: readonly DeviceLogLine[] }
  | { readonly kind: "files"; readonly progress: FileProgress }
  | { readonly kind: "firmware"; readonly progress: FirmwareProgress }
  | { readonly kind: "uds"; readonly progress: UdsProgress }
  | { readonly kind: "flash"; readonly progress: FlashProgress };

/** Identity that a connection has proved; the result of `authenticateDevice` of `devices` fits. */
export interface GatewayDevice {
  readonly bindingNumber: number;
  readonly deviceId: string;
  readonly tenantId: string;
  /** Its id in calls. */
  readonly thingsId: string;
  /** Of the licence key that it proved; goes up with every rotation. */
  readonly keyVersion: number;
}

/** PUBACK waits for it; a message may come twice and must then do no harm. */
export type ReceiveMessage = (device: GatewayDevice, message: DeviceMessage, receivedAtMs: number) => Promise<void>;
