import { upTopic } from "@canopy/contract/device-link/topics";
import { describe, expect, it } from "vitest";
import { protocolVector } from "../../testing/protocol-page.ts";
import { DEVICE, OTHER, terminal, testGateway, type Version } from "../../testing/test-gateway.ts";
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
