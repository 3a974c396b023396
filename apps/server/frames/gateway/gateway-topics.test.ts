import { downTopic, UP_TOPICS, upTopic } from "@canopy/contract/device-link/topics";
import { describe, expect, it } from "vitest";
import { DEVICE, OTHER, terminal, testGateway, type Version } from "../../testing/terminals/test-gateway.ts";

const VERSIONS: Version[] = [4, 5];
const OWN_DOWN = [downTopic(DEVICE, "request"), downTopic(DEVICE, "config")];
const FOREIGN_UP = [
  ...UP_TOPICS.map((name) => upTopic(OTHER, name)),
  downTopic(DEVICE, "request"),
  upTopic(DEVICE, "status").replace("canopy/1", "canopy/2"),
  `${upTopic(DEVICE, "status")}/more`,
  `/${upTopic(DEVICE, "status")}`,
  upTopic(DEVICE.toLowerCase(), "status"),
  `canopy/1/${DEVICE}/up/`,
  "$SYS/broker/uptime",
  "/d2s/tenant/candtu/2D010203040506070809/raw",
];
const FOREIGN_DOWN = [
  downTopic(OTHER, "request"),
  downTopic(OTHER, "config"),
  upTopic(DEVICE, "frames"),
  "$SYS/broker",
];
const WILDCARDS = ["#", "+", `canopy/1/${DEVICE}/down/#`, "canopy/1/+/down/request", "canopy/1/#"];
const SHARED = [`$share/all/canopy/1/${DEVICE}/down/request`];

const STATUS = JSON.stringify({ time: 1_700_000_000_000 });

describe.each(VERSIONS)("a terminal of MQTT level %i reaches only its own topics", (version) => {
  it("publishes to all of its own [DEV-12]", async () => {
    const { gateway } = await testGateway();
    const client = await terminal(gateway, version);
    for (const name of UP_TOPICS)
      await client.publishAsync(upTopic(DEVICE, name), STATUS, { qos: 1 }).catch(() => undefined);
    expect(gateway.counters.foreignTopics).toBe(0);
    expect(gateway.isOnline(DEVICE)).toBe(true);
  });

  it.each(FOREIGN_UP)("does not publish to %s [DEV-12]", async (topic) => {
    const { gateway, messages, batches } = await testGateway();
    const client = await terminal(gateway, version);
    const closed = new Promise((resolve) => client.once("close", () => resolve("closed")));
    const answered = client.publishAsync(topic, STATUS, { qos: 1 }).catch((error) => error.code);
    expect(await Promise.race([answered, closed])).toBe(version === 5 ? 0x87 : "closed");
    expect(gateway.counters.foreignTopics).toBe(1);
    expect([...messages, ...batches]).toEqual([]);
  });

  it("does not publish to a foreign topic with QoS 0 either [DEV-12]", async () => {
    const { gateway, messages } = await testGateway();
    const client = await terminal(gateway, version);
    const closed = new Promise<void>((resolve) => client.once("close", () => resolve()));
    client.publish(upTopic(OTHER, "status"), STATUS);
    await closed;
    expect(messages).toEqual([]);
  });

  it("subscribes to its own, and to nothing else [DEV-12]", async () => {
    const { gateway } = await testGateway();
    const client = await terminal(gateway, version);
    const granted = async (topic: string) => (await suback(client, topic))[0];
    for (const topic of OWN_DOWN) expect(await granted(topic), topic).toBe(0);
    for (const topic of FOREIGN_DOWN) expect(await granted(topic), topic).toBe(version === 5 ? 0x87 : 0x80);
    for (const topic of WILDCARDS) expect(await granted(topic), topic).toBe(version === 5 ? 0xa2 : 0x80);
    for (const topic of SHARED) expect(await granted(topic), topic).toBe(version === 5 ? 0x9e : 0x80);
    expect(gateway.counters.foreignTopics).toBe(FOREIGN_DOWN.length + WILDCARDS.length + SHARED.length);
  });

  it.each([upTopic(OTHER, "status"), downTopic(DEVICE, "request"), "#"])(
    "has no will on %s [DEV-12]",
    async (topic) => {
      const { gateway } = await testGateway();
      const will = { topic, payload: Buffer.from(STATUS), qos: 0 as const, retain: false };
      await expect(terminal(gateway, version, { will })).rejects.toMatchObject({ code: version === 5 ? 0x87 : 5 });
    },
  );

  it("has no retained will and none of QoS 2 [DEV-12]", async () => {
    const { gateway } = await testGateway();
    const will = { topic: upTopic(DEVICE, "status"), payload: Buffer.from(STATUS) };
    const retained = terminal(gateway, version, { will: { ...will, qos: 0, retain: true } });
    await expect(retained).rejects.toMatchObject({ code: version === 5 ? 0x9a : 5 });
    const exactlyOnce = terminal(gateway, version, { will: { ...will, qos: 2, retain: false } });
    await expect(exactlyOnce).rejects.toMatchObject({ code: version === 5 ? 0x9b : 5 });
  });

  it("hears nothing of another terminal [DEV-12]", async () => {
    const { gateway } = await testGateway();
    const client = await terminal(gateway, version);
    const other = await terminal(gateway, version, { clientId: OTHER });
    await client.subscribeAsync(OWN_DOWN);
    await other.subscribeAsync(downTopic(OTHER, "request"));
    const heard: string[] = [];
    other.on("message", (topic) => heard.push(topic));
    gateway.notify(DEVICE, "storage.ok", {});
    gateway.notify(OTHER, "storage.ok", {});
    await new Promise((resolve) => other.once("message", resolve));
    expect(heard).toEqual([downTopic(OTHER, "request")]);
  });

  it("hears nothing after UNSUBSCRIBE [DEV-12]", async () => {
    const { gateway } = await testGateway();
    const client = await terminal(gateway, version);
    await client.subscribeAsync(downTopic(DEVICE, "request"));
    await client.unsubscribeAsync(downTopic(DEVICE, "request"));
    expect(gateway.notify(DEVICE, "storage.ok", {})).toBe(false);
  });
});

type Client = Awaited<ReturnType<typeof terminal>>;

/** The codes of the SUBACK, which mqtt.js itself turns into errors. */
function suback(client: Client, topic: string): Promise<number[]> {
  return new Promise((resolve) => {
    const listener = (packet: { cmd: string; granted?: unknown }) => {
      if (packet.cmd !== "suback") return;
      client.off("packetreceive", listener);
      resolve((packet.granted as number[]).map(Number));
    };
    client.on("packetreceive", listener);
    client.subscribe(topic, { qos: 1 }, () => undefined);
  });
}

describe("what the gateway does not do", () => {
  it.each([
    ["QoS 2", { qos: 2 as const }, 0x9b],
    ["a retained message", { qos: 1 as const, retain: true }, 0x9a],
  ])("%s ends the connection, and MQTT 5 is told why [DEV-12]", async (_, options, reason) => {
    const { gateway } = await testGateway();
    for (const version of VERSIONS) {
      const client = await terminal(gateway, version);
      const told = new Promise((resolve) => client.once("disconnect", ({ reasonCode }) => resolve(reasonCode)));
      const closed = new Promise((resolve) => client.once("close", () => resolve(undefined)));
      client.publish(upTopic(DEVICE, "status"), STATUS, options);
      expect(await (version === 5 ? told : closed)).toBe(version === 5 ? reason : undefined);
    }
  });
});
