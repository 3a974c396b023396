import { isInFence } from "@canopy/can/gps/fence-area";
import { FenceIndex } from "@canopy/can/gps/fence-index";
import { fenceOf } from "@canopy/contract/places/fence-shape";
import { type ListedFence, MAX_INSIDE_NAMES } from "@canopy/contract/places/fences";
import type { PointStore } from "../frames/store/points/points.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { StoredFence } from "./fence-store.ts";
import { type ReadableBinding, readableBindings } from "./tracked-device-store.ts";

const DEVICES_AT_ONCE = 2000;

interface InsideServices {
  readonly db: Db;
  readonly points: Pick<PointStore, "newestPlaces">;
}

type Inside = NonNullable<ListedFence["inside"]>;

/** GPS-02: of each fence the devices that the caller may read whose newest position is inside, in the order of the fences. */
export async function devicesInside(
  { db, points }: InsideServices,
  caller: Caller,
  fences: readonly Pick<StoredFence, "shape">[],
): Promise<Inside[]> {
  const areas = fences.map(({ shape }) => fenceOf(shape));
  const index = new FenceIndex(areas);
  const found = areas.map((): { thingsId: string; name: string }[] => []);
  for await (const devices of readable(db, caller)) {
    const places = await points.newestPlaces(devices.map(({ bindingNumber }) => bindingNumber));
    for (const { thingsId, name, bindingNumber } of devices) {
      const place = places.get(bindingNumber);
      if (!place) continue;
      for (const number of index.near(place)) {
        const area = areas[number];
        if (area && isInFence(area, place)) found[number]?.push({ thingsId, name });
      }
    }
  }
  return found.map(described);
}

async function* readable(db: Db, caller: Caller): AsyncGenerator<ReadableBinding[]> {
  let after: string | undefined;
  for (;;) {
    const devices = await readableBindings(db, caller, { after, limit: DEVICES_AT_ONCE });
    yield devices;
    after = devices.at(-1)?.thingsId;
    if (devices.length < DEVICES_AT_ONCE) return;
  }
}

const byName = new Intl.Collator("zh", { numeric: true });

function described(devices: readonly { readonly thingsId: string; readonly name: string }[]): Inside {
  const first = devices.toSorted((a, b) => byName.compare(a.name, b.name)).slice(0, MAX_INSIDE_NAMES);
  return { count: devices.length, devices: first.map(({ thingsId, name }) => ({ things_id: thingsId, name })) };
}
