import { MAX_SENDING } from "@canopy/contract/device-link/limits";
import { commandErrors } from "@canopy/contract/devices/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { TransmissionKeeper } from "./keep-transmissions.ts";
import type { Transmitter } from "./transmission-store.ts";

/** Of a list that goes on, from its call until it is settled. */
export interface ListPlace {
  /** Its command, once there is one: then it may stand among the transmissions too. */
  id: string | undefined;
  readonly leave: () => void;
}

/** By device, in this process. */
const taken = new Map<string, Set<ListPlace>>();

/** DEV-06: a terminal sends no more lists side by side, and each that is waited for costs this process for hours. */
export async function takeListPlace(
  transmissions: TransmissionKeeper,
  device: Transmitter,
  nowMs: number,
): Promise<ListPlace> {
  const places = taken.get(device.thingsId) ?? new Set();
  taken.set(device.thingsId, places);
  const earlier = places.size;
  const place: ListPlace = {
    id: undefined,
    leave: () => {
      places.delete(place);
      if (places.size === 0 && taken.get(device.thingsId) === places) taken.delete(device.thingsId);
    },
  };
  places.add(place);
  try {
    const list = await transmissions.list(device, nowMs);
    const own = new Set([...places].map(({ id }) => id));
    const others = list.filter(({ id }) => !own.has(id)).length;
    if (earlier + others < MAX_SENDING) return place;
    throw new ApiError(commandErrors.tooManyLists, { values: { limit: MAX_SENDING } });
  } catch (error) {
    place.leave();
    throw error;
  }
}
