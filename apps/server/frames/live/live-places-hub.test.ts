import { randomUUID } from "node:crypto";
import type { GpsPosition } from "@canopy/contract/device-link/gps";
import { readPlacesMessage } from "@canopy/contract/frames/live-places";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Bus } from "../../platform/bus/bus.ts";
import { localBus } from "../../platform/bus/local-bus.ts";
import { createLog } from "../../platform/log.ts";
import { LivePlacesHub } from "./live-places-hub.ts";
import { type LivePublisher, startLivePublisher } from "./live-publisher.ts";

const AT = 1_790_000_000_000;
const TENANT = randomUUID();
const [one, two] = [1, 2].map((bindingNumber) => ({
  bindingNumber,
  keyVersion: 1,
  deviceId: `device${bindingNumber}`,
  tenantId: TENANT,
  thingsId: randomUUID(),
}));
if (!one || !two) throw new Error("two devices");

let bus: Bus;
let live: LivePublisher;
let hub: LivePlacesHub;

beforeEach(() => {
  vi.useFakeTimers({ now: AT });
  bus = localBus(createLog("silent"));
  live = startLivePublisher(bus, () => ({ nominalBps: 500_000 }), Date.now);
  hub = new LivePlacesHub(bus, Date.now);
});
afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

const fix = (latitude: number, more: Partial<GpsPosition> = {}): GpsPosition => ({
  time: Date.now(),
  latitude,
  longitude: 121.5,
  ...more,
});

/** What it is told, as "latitude of device" per message. */
function client(scope?: ReadonlySet<string>, tenantId = TENANT) {
  const got: string[] = [];
  const watcher = {
    got,
    isSlow: false,
    watch: {
      tenantId,
      scope,
      onPlaces(message: Uint8Array) {
        if (watcher.isSlow) return false;
        const rows = readPlacesMessage(message)?.rows ?? [];
        got.push(rows.map(({ deviceId, latitude }) => `${latitude}@${deviceId === one?.thingsId ? 1 : 2}`).join());
        return true;
      },
    },
  };
  return Object.assign(watcher, { stop: hub.watch(watcher.watch) });
}

const second = () => vi.advanceTimersByTime(1000);

describe("positions on the live stream", () => {
  it("are told within a second, the newest of each device, to all viewers alike [GPS-04]", () => {
    const viewers = [client(), client()];
    live.positions(one, [fix(31, { time: AT - 2000 }), fix(31.5)]);
    live.positions(two, [fix(40)]);
    second();
    live.positions(two, [fix(41)]);
    second();
    for (const { got } of viewers) expect(got).toEqual(["31.5@1,40@2", "41@2"]);
  });

  it("are those of the readable devices alone, also after a right has ended [GPS-04] [USR-03]", () => {
    const sub = client(new Set([two.thingsId]));
    const stranger = client(undefined, randomUUID());
    live.positions(one, [fix(31)]);
    live.positions(two, [fix(40)]);
    second();
    sub.watch.scope = new Set();
    live.positions(two, [fix(41)]);
    second();
    expect(sub.got).toEqual(["40@2"]);
    expect(stranger.got).toEqual([]);
  });

  it("without a fix, poor, or of an earlier time are no news [GPS-04]", () => {
    const viewer = client();
    live.positions(one, [fix(31)]);
    second();
    live.positions(one, [fix(0, { longitude: 0 }), fix(32, { hdop: 40 })]);
    live.positions(one, [fix(30, { time: AT - 60_000 })]);
    second();
    expect(viewer.got).toEqual(["31@1"]);
  });

  it("wait for a slow client, which then gets the newest [GPS-04]", () => {
    const viewer = client();
    viewer.isSlow = true;
    live.positions(one, [fix(31)]);
    live.positions(two, [fix(40)]);
    second();
    live.positions(one, [fix(32)]);
    second();
    viewer.isSlow = false;
    second();
    expect(viewer.got).toEqual(["32@1,40@2"]);
  });

  it("go over the bus while there is a viewer, and no longer [GPS-04]", () => {
    const heard: string[] = [];
    bus.subscribe(`canopy.places.${TENANT}`, (_, subject) => void heard.push(subject));
    live.positions(one, [fix(31)]);
    second();
    expect(heard).toEqual([]);
    const { stop } = client();
    live.positions(one, [fix(32)]);
    second();
    expect(heard).toHaveLength(1);
    stop();
    vi.advanceTimersByTime(60_000);
    live.positions(one, [fix(33)]);
    second();
    expect(heard).toHaveLength(1);
  });
});
