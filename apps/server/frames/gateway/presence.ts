import type { GatewayDevice } from "../dialects/device-message.ts";
import type { DialectName } from "../dialects/dialect.ts";

export type OfflineReason =
  /** The terminal said goodbye. */
  | "disconnected"
  /** The connection broke. */
  | "lost"
  /** Nothing was heard for one and a half keep-alives [MQTT-3.1.2-24]. */
  | "keepAlive"
  /** The same terminal connected again [MQTT-3.1.4-2]. */
  | "takenOver"
  /** It broke the protocol. */
  | "protocol"
  /** It reads too slowly, or the store is away. */
  | "overload"
  /** Its key was changed, or it was moved or deleted. */
  | "revoked"
  | "serverStopping";

export interface PresenceEvent {
  readonly device: GatewayDevice;
  readonly online: boolean;
  readonly reason: "connected" | OfflineReason;
  readonly dialect: DialectName;
  readonly atMs: number;
}
