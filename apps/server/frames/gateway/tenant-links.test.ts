import { upTopic } from "@canopy/contract/device-link/topics";
import { describe, expect, it, onTestFinished } from "vitest";
import { localBus } from "../../platform/bus/local-bus.ts";
import { createLog } from "../../platform/log.ts";
import { protocolVector } from "../../testing/protocol-page.ts";
import { DEVICE, OTHER, terminal, testGateway, type Version } from "../../testing/terminals/test-gateway.ts";
import { gatewayOnBus } from "./gateway-bus.ts";
import { SharedLinks } from "./shared-links.ts";
import { TenantLinks } from "./tenant-links.ts";

describe("the turns of a tenant's messages", () => {
  const world = (messagesPerSecond: number | null) => {
    const state = { nowMs: 10_000, messagesPerSecond };
    const read = async () => ({ connections: null, messagesPerSecond: state.messagesPerSecond });
    return { state, links: new TenantLinks(read, () => state.nowMs) };
  };

  it("come at once up to the limit of a second; one more waits for its share [CAP-01]", async () => {
    const { state, links } = world(4);
    await links.learn("t");
    expect([1, 2, 3, 4].map(() => links.takeTurn("t"))).toEqual([0, 0, 0, 0]);
    expect([links.takeTurn("t"), links.takeTurn("t")]).toEqual([250, 500]);
    expect(links.takeTurn("other")).toBe(0);
    state.nowMs += 1500;
    expect([1, 2, 3, 4].map(() => links.takeTurn("t"))).toEqual([0, 0, 0, 0]);
  });

  it("have no end without a limit, and follow a package that changes [CAP-01]", async () => {
    const { state, links } = world(null);
    await links.learn("t");
    expect(Array.from({ length: 1000 }, () => links.takeTurn("t")).every((wait) => wait === 0)).toBe(true);
    state.messagesPerSecond = 1;
    state.nowMs += 5_000;
    await links.learn("t");
    expect([links.takeTurn("t"), links.takeTurn("t")]).toEqual([0, 1000]);
  });
});

describe.each<Version>([4, 5])("terminals of MQTT level %i", (version) => {
  it("connect up to number_simultaneous_connections; one more is refused until another goes [CAP-01]", async () => {
    const limitsOfTenant = async () => ({ connections: 1, messagesPerSecond: null });
    const { gateway, presence } = await testGateway({ limitsOfTenant });
    const first = await terminal(gateway, version);
    const other = () => terminal(gateway, version, { clientId: OTHER });
    await expect(other()).rejects.toThrow(version === 5 ? /quota/i : /server unavailable/i);
    expect(gateway.onlineDevices()).toEqual([DEVICE]);
    // Its own second connection takes the place of the first.
    const again = await terminal(gateway, version);
    await expect.poll(() => first.connected).toBe(false);
    expect(again.connected).toBe(true);
    await again.endAsync();
    await expect.poll(() => presence.at(-1)?.online).toBe(false);
    await other();
    expect(gateway.onlineDevices()).toEqual([OTHER]);
  });

  it("lose no message beyond up_down_stream_connections a second: it is handled in its turn [CAP-01] [DAT-08]", async () => {
    const limitsOfTenant = async () => ({ connections: null, messagesPerSecond: 10 });
    const { gateway, batches } = await testGateway({ limitsOfTenant });
    const client = await terminal(gateway, version);
    const { payload } = protocolVector("cb1-classic");
    await Promise.all(
      Array.from({ length: 12 }, () => client.publishAsync(upTopic(DEVICE, "frames"), payload, { qos: 1 })),
    );
    expect(batches).toHaveLength(12);
  });
});

describe("terminals at two processes", () => {
  const bus = localBus(createLog("silent"));
  const process = async (connections: number) => {
    const links = new SharedLinks(bus, Date.now);
    links.start();
    onTestFinished(() => links.stop());
    const onBus = gatewayOnBus(bus, () => made.gateway);
    onTestFinished(() => onBus.stop());
    const made = await testGateway({
      limitsOfTenant: async () => ({ connections, messagesPerSecond: null }),
      otherLinks: links,
      onPresence: (event) => onBus.presence(event),
    });
    return { ...made, links };
  };

  it("share number_simultaneous_connections, also with a process that comes later [CAP-01]", async () => {
    const one = await process(2);
    const first = await terminal(one.gateway, 5);
    const two = await process(2);
    await terminal(two.gateway, 5, { clientId: OTHER });
    const third = "3F030405060708090A0B";
    await expect(terminal(one.gateway, 5, { clientId: third })).rejects.toThrow(/quota/i);
    await expect(terminal(two.gateway, 5, { clientId: third })).rejects.toThrow(/quota/i);
    await first.endAsync();
    await expect.poll(() => one.gateway.onlineDevices()).toEqual([]);
    await terminal(two.gateway, 5, { clientId: third });
    expect(two.gateway.onlineDevices().toSorted()).toEqual([OTHER, third].toSorted());
  });

  it("take their own place where they come back at another one [CAP-01]", async () => {
    const [one, two] = [await process(1), await process(1)];
    const first = await terminal(one.gateway, 5);
    await expect(terminal(two.gateway, 5, { clientId: OTHER })).rejects.toThrow(/quota/i);
    await terminal(two.gateway, 5);
    await expect.poll(() => first.connected).toBe(false);
    expect([one, two].map(({ gateway }) => gateway.onlineDevices())).toEqual([[], [DEVICE]]);
  });

  it("share their messages by what each process holds, and a silent process holds nothing [CAP-01]", async () => {
    const state = { nowMs: 10_000 };
    const [one, two] = [0, 1].map(() => {
      const others = new SharedLinks(bus, () => state.nowMs);
      others.start();
      onTestFinished(() => others.stop());
      return {
        others,
        links: new TenantLinks(
          async () => ({ connections: null, messagesPerSecond: 4 }),
          () => state.nowMs,
          others,
        ),
      };
    });
    await Promise.all([one?.links.learn("t"), two?.links.learn("t")]);
    one?.links.connected("t");
    two?.links.connected("t");
    for (const half of [one, two]) expect([1, 2, 3].map(() => half?.links.takeTurn("t"))).toEqual([0, 0, 500]);
    expect(one?.others.of("t")).toBe(1);
    state.nowMs += 15_001;
    expect(one?.others.of("t")).toBe(0);
  });
});
