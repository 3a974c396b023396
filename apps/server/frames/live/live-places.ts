import { isPoor, isZeroIsland } from "@canopy/can/gps/track-judge";
import type { GpsPosition } from "@canopy/contract/device-link/gps";
import type { LivePlace } from "@canopy/contract/frames/live-places";
import type { GatewayDevice } from "../dialects/device-message.ts";

type PlacedDevice = Pick<GatewayDevice, "tenantId" | "thingsId">;

/** GPS-04: where the terminals of this process are, as far as it changed since it was last asked for. */
export class LivePlaces {
  readonly #changed = new Map<string, Map<string, LivePlace>>();

  /** Without a fix, or with a poor one, a device stays where it was. */
  take({ tenantId, thingsId }: PlacedDevice, positions: readonly GpsPosition[]): void {
    const devices = this.#changed.get(tenantId) ?? new Map<string, LivePlace>();
    for (const position of positions) {
      const known = devices.get(thingsId);
      if (isZeroIsland(position) || isPoor(position) || (known && known.time > position.time)) continue;
      const { time, latitude, longitude, speed_kmh: speedKmh = null, course = null } = position;
      devices.set(thingsId, { deviceId: thingsId, time, latitude, longitude, speedKmh, course });
    }
    if (devices.size > 0) this.#changed.set(tenantId, devices);
  }

  /** By tenant, each device at most once. */
  takeChanged(): [string, LivePlace[]][] {
    const taken = [...this.#changed].map(([tenantId, devices]): [string, LivePlace[]] => [
      tenantId,
      [...devices.values()],
    ]);
    this.#changed.clear();
    return taken;
  }
}
