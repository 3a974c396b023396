import { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import { FLAG_ERROR, FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { FleetSpread } from "@canopy/contract/statistics/spread";
import { asUnavailable } from "../frames/as-unavailable.ts";
import type { FrameReader } from "../frames/store/frame-store.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { parsedDbc } from "../signals/dbc/parsed-dbc.ts";
import { boundDbcs, firmwareByConfig } from "./spread-store.ts";
import { type CountedDevice, countedDevices, hasLabel } from "./statistic-store.ts";

export interface SpreadServices {
  readonly db: Db;
  readonly frames: Pick<FrameReader, "newest">;
}

/** Each costs a look at its newest segment: so many tell how well a fleet is described. */
const LOOKED_AT = 20;
const WITHIN_US = 60_000_000;
/** A bus has some hundred. */
const MOST_IDS = 2000;

/** STA-01 */
export async function readSpread(
  services: SpreadServices,
  caller: Caller,
  labelId: string | null,
  signal: AbortSignal,
): Promise<FleetSpread> {
  const { db } = services;
  if (labelId !== null && !(await hasLabel(db, caller.tenantId, labelId))) throw new ApiError(platformErrors.notFound);
  const devices = await countedDevices(db, caller, labelId);
  const versions = await firmwareByConfig(
    db,
    caller.tenantId,
    devices.map(({ id }) => id),
  );
  return { versions, coverage: await readCoverage(services, caller.tenantId, devices, signal) };
}

async function readCoverage(
  { db, frames }: SpreadServices,
  tenantId: string,
  devices: readonly CountedDevice[],
  signal: AbortSignal,
): Promise<FleetSpread["coverage"]> {
  const last = [...devices].sort((a, b) => (b.last_ms ?? 0) - (a.last_ms ?? 0)).slice(0, LOOKED_AT);
  const bound = await boundDbcs(
    db,
    tenantId,
    last.map(({ id }) => id),
  );
  const decoders = new Map<string, DbcDecoder>();
  for (const { dbc_id, revision } of bound) {
    const key = `${dbc_id}@${revision}`;
    const named = decoders.has(key) ? undefined : await parsedDbc(db, tenantId, dbc_id, revision);
    if (named) decoders.set(key, new DbcDecoder(named.dbc));
  }
  const coverage = { devices: 0, ids: 0, known_ids: 0 };
  for (const { id: thingsId, binding } of last) {
    const newest = await asUnavailable(() => frames.newest(binding, WITHIN_US, MOST_IDS, signal));
    const seen = newest.filter(({ flags }) => (flags & FLAG_ERROR) === 0);
    const own = bound.filter(({ things_id }) => things_id === thingsId);
    const known = seen.filter(({ channel, id, flags }) =>
      own.some(
        (one) =>
          one.channel === channel &&
          decoders.get(`${one.dbc_id}@${one.revision}`)?.find(id, (flags & FLAG_EXTENDED) !== 0),
      ),
    );
    coverage.devices += seen.length > 0 ? 1 : 0;
    coverage.ids += seen.length;
    coverage.known_ids += known.length;
  }
  return coverage;
}
