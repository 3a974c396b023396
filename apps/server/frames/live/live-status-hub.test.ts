import { randomUUID } from "node:crypto";
import { FrameBatch } from "@canopy/can/frame/batch";
import type { DeviceNotice } from "@canopy/contract/frames/live";
import { readStatusMessage } from "@canopy/contract/frames/live-binary";
import { type LiveRates, readRatesMessage } from "@canopy/contract/frames/live-rates";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Bus } from "../../platform/bus/bus.ts";
import { localBus } from "../../platform/bus/local-bus.ts";
import { createLog } from "../../platform/log.ts";
import type { PresenceEvent } from "../gateway/presence.ts";
import { publishDeleted } from "./live-device-news.ts";
import { type LivePublisher, startLivePublisher } from "./live-publisher.ts";
import { LiveStatusHub } from "./live-status-hub.ts";

const TENANT = randomUUID();
const DEVICES = 10_000;
const devices = Array.from({ length: DEVICES }, (_, i) => ({
  bindingNumber: i + 1,
  keyVersion: 1,
  deviceId: `device${i}`,
  tenantId: TENANT,
  thingsId: randomUUID(),
}));

let bus: Bus;
let live: LivePublisher;
let hub: LiveStatusHub;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_790_000_000_000 });
  bus = localBus(createLog("silent"));
  live = startLivePublisher(bus, () => ({ nominalBps: 500_000 }), Date.now);
  hub = new LiveStatusHub(bus, Date.now);
  for (const device of devices) presence(device, true);
});
afterEach(() => {
  live.stop();
  vi.useRealTimers();
});

function presence(device: (typeof devices)[number], online: boolean): void {
  const reason: PresenceEvent["reason"] = online ? "connected" : "lost";
  live.presence({ device, online, reason, dialect: "canopy", atMs: Date.now() });
}

function send(device: (typeof devices)[number]): void {
  const frames = new FrameBatch(10);
  for (let i = 0; i < 10; i++) frames.push(Date.now() * 1000 + i, i % 2, 0x100, 0, 8, new Uint8Array(8));
  live.batch({ ...device, epoch: 1, sequence: 1, frames, raw: undefined, receivedAtMs: Date.now() });
}

/** A client that takes what it gets, unless it is slow. */
function client(scope?: ReadonlySet<string>, tenantId = TENANT) {
  const got: Map<string, boolean>[] = [];
  const rates: LiveRates[] = [];
  const news: DeviceNotice[] = [];
  const watcher = {
    got,
    news,
    rates,
    isSlow: false,
    bytes: 0,
    watch: {
      tenantId,
      scope,
      onStatuses(message: Uint8Array) {
        if (watcher.isSlow) return false;
        watcher.bytes += message.length;
        got.push(new Map((readStatusMessage(message) ?? []).map(({ deviceId, online }) => [deviceId, online])));
        return true;
      },
      onRates: (message: Uint8Array) => void rates.push(...(readRatesMessage(message)?.rows ?? [])),
      onNews: (notice: DeviceNotice) => void news.push(notice),
    },
  };
  return Object.assign(watcher, { stop: hub.watch(watcher.watch) });
}

describe("statuses of 10,000 devices", { timeout: 60_000 }, () => {
  it("come whole at first, then twice a second what changed, however often it did", () => {
    const all = client();
    vi.advanceTimersByTime(1000);
    expect(new Set(all.got.flatMap((rows) => [...rows.keys()])).size).toBe(DEVICES);
    all.got.length = 0;
    for (let turn = 0; turn < 20; turn++) {
      for (const device of devices.slice(0, 100)) send(device);
      vi.advanceTimersByTime(100);
    }
    expect(all.got.length).toBeLessThanOrEqual(5);
    for (const rows of all.got) expect(rows.size).toBe(100);
    all.got.length = 0;
    vi.advanceTimersByTime(10_000);
    // Once more, when their rates fall to nothing; then silence.
    expect(all.got.length).toBeLessThanOrEqual(1);
  });

  it("that all change at once are well below the 1 MiB that may wait for a client", () => {
    const all = client();
    vi.advanceTimersByTime(1000);
    all.bytes = 0;
    for (const device of devices) send(device);
    vi.advanceTimersByTime(1000);
    expect(new Set(all.got.flatMap((rows) => [...rows.keys()])).size).toBe(DEVICES);
    expect(all.bytes).toBeLessThan(600_000);
  });

  it("begin with the last minute of the rates of their devices, and of no others [DEV-01] [USR-03]", () => {
    const [one, two] = devices as [(typeof devices)[number], (typeof devices)[number]];
    for (let second = 0; second < 20; second++) {
      for (const device of [one, two]) send(device);
      vi.advanceTimersByTime(1000);
    }
    const [all, some] = [client(), client(new Set([two.thingsId]))];
    const stranger = client(undefined, randomUUID());
    vi.advanceTimersByTime(1000);
    expect(new Set(all.rates.map(({ deviceId }) => deviceId))).toEqual(new Set([one.thingsId, two.thingsId]));
    expect(new Set(some.rates.map(({ deviceId }) => deviceId))).toEqual(new Set([two.thingsId]));
    expect(stranger.rates).toEqual([]);
    const minute = Array.from(some.rates[0]?.channels[0]?.minute ?? []);
    expect(minute.slice(-15).every((rate) => rate > 0)).toBe(true);
    expect(minute.slice(0, 30).every(Number.isNaN)).toBe(true);
    const told = all.rates.length;
    vi.advanceTimersByTime(10_000);
    expect(all.rates).toHaveLength(told);
  });

  it("wait for a slow client as the newest of each, and for no other", () => {
    const [slow, quick] = [client(), client()];
    vi.advanceTimersByTime(1000);
    slow.got.length = 0;
    slow.isSlow = true;
    const [one] = devices as [(typeof devices)[number]];
    for (let turn = 0; turn < 5; turn++) {
      presence(one, turn % 2 === 1);
      vi.advanceTimersByTime(500);
    }
    expect(quick.got.length).toBeGreaterThan(3);
    slow.isSlow = false;
    vi.advanceTimersByTime(500);
    expect(slow.got).toEqual([new Map([[one.thingsId, false]])]);
  });

  it("are those of the scope, which may grow smaller while it is watched [USR-03]", () => {
    const [one, two] = devices as [(typeof devices)[number], (typeof devices)[number]];
    const some = client(new Set([one.thingsId, two.thingsId]));
    const stranger = client(undefined, randomUUID());
    vi.advanceTimersByTime(1000);
    expect(new Set(some.got.flatMap((rows) => [...rows.keys()]))).toEqual(new Set([one.thingsId, two.thingsId]));
    some.got.length = 0;
    some.watch.scope = new Set([two.thingsId]);
    for (const device of devices.slice(0, 5)) send(device);
    vi.advanceTimersByTime(1000);
    expect(new Set(some.got.flatMap((rows) => [...rows.keys()]))).toEqual(new Set([two.thingsId]));
    expect(stranger.got).toEqual([]);
  });

  it("are not published for nobody", () => {
    const published = vi.spyOn(bus, "publish");
    const statuses = () => published.mock.calls.filter(([subject]) => subject.startsWith("canopy.status.")).length;
    for (const device of devices.slice(0, 10)) send(device);
    vi.advanceTimersByTime(1000);
    expect(statuses()).toBe(0);
    const all = client();
    vi.advanceTimersByTime(60_000);
    const whileWatched = statuses();
    expect(whileWatched).toBeGreaterThan(0);
    all.stop();
    vi.advanceTimersByTime(60_000);
    const before = statuses();
    for (const device of devices.slice(0, 10)) send(device);
    vi.advanceTimersByTime(1000);
    expect(statuses()).toBe(before);
  });
});

describe("news of a device", () => {
  it("that stored frames were deleted are told to its watchers, and to no other tenant [DAT-04] [USR-03]", () => {
    const [one, two] = devices as [(typeof devices)[number], (typeof devices)[number]];
    const [all, own, other] = [client(), client(new Set([one.thingsId])), client(new Set([two.thingsId]))];
    const stranger = client(undefined, randomUUID());
    publishDeleted(bus)({ tenantId: TENANT, thingsId: one.thingsId }, { fromUs: 10_500, toUs: 20_500 });
    vi.advanceTimersByTime(10);
    const told = [{ type: "deleted", device_id: one.thingsId, from_ms: 10, to_ms: 21 }];
    expect([all.news, own.news, other.news, stranger.news]).toEqual([told, told, [], []]);
  });
});
