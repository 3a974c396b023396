import { requestMessage } from "@canopy/contract/device-link/requests";
import { downTopic, upTopic } from "@canopy/contract/device-link/topics";
import type { MqttClient } from "mqtt";
import { describe, expect, it } from "vitest";
import { DEVICE, OTHER, terminal, testGateway, type Version } from "../../testing/terminals/test-gateway.ts";
import { CONFIG_WRITE } from "../dialects/dialect-canopy.ts";

const VERSIONS: Version[] = [4, 5];
const ASK = { method: "record.start", params: {}, timeoutMs: 5000 };

/** Answers every request of this client's device with what `answer` makes of it. */
async function answering(
  client: MqttClient,
  answer: (request: { id: string; method: string }) => object[],
): Promise<void> {
  await client.subscribeAsync([downTopic(DEVICE, "request"), downTopic(DEVICE, "config")]);
  client.on("message", (_, payload) => {
    const request = JSON.parse(String(payload));
    for (const reply of answer(request)) client.publish(upTopic(DEVICE, "reply"), JSON.stringify(reply), { qos: 1 });
  });
}

describe.each(VERSIONS)("a request to a terminal of MQTT level %i", (version) => {
  it("is answered, with its id, method and deadline on the wire [DEV-06]", async () => {
    const { gateway } = await testGateway({ now: () => 1_700_000_000_000 });
    const client = await terminal(gateway, version);
    const seen: unknown[] = [];
    await answering(client, (request) => {
      seen.push(requestMessage.parse(request));
      return [{ id: request.id, ok: true, result: { n: 1 } }];
    });
    expect(await gateway.request(DEVICE, ASK)).toEqual({ kind: "done", result: { n: 1 } });
    const id = String((1_700_000_000 % 0x3fffffff) + 1);
    expect(seen).toEqual([{ id, method: "record.start", params: {}, deadline: 1_700_000_005_000 }]);
  });

  it("is refused by the terminal with a code [DEV-06]", async () => {
    const { gateway } = await testGateway();
    await answering(await terminal(gateway, version), ({ id }) => [
      { id, ok: false, code: "busy", message: "bus-off" },
    ]);
    expect(await gateway.request(DEVICE, ASK)).toEqual({ kind: "failed", code: "busy", message: "bus-off" });
  });

  it("says how far it is before it is done [DEV-12]", async () => {
    const { gateway } = await testGateway();
    await answering(await terminal(gateway, version), ({ id }) => [
      { id, progress: { percent: 50 } },
      { id, ok: true, result: {} },
    ]);
    const progress: unknown[] = [];
    const outcome = await gateway.request(DEVICE, { ...ASK, onProgress: (step) => progress.push(step) });
    expect([outcome.kind, progress]).toEqual(["done", [{ percent: 50 }]]);
  });

  it("times out when nothing is answered, and a late answer does no harm [DEV-06]", async () => {
    const { gateway } = await testGateway();
    const client = await terminal(gateway, version);
    const ids: string[] = [];
    await answering(client, ({ id }) => {
      ids.push(id);
      return [];
    });
    expect(await gateway.request(DEVICE, { ...ASK, timeoutMs: 30 })).toEqual({ kind: "timeout" });
    await client.publishAsync(upTopic(DEVICE, "reply"), JSON.stringify({ id: ids[0], ok: true, result: 1 }), {
      qos: 1,
    });
    expect(gateway.isOnline(DEVICE)).toBe(true);
  });

  it("is offline when nobody is there, nobody listens, or the connection breaks [DEV-06]", async () => {
    const { gateway } = await testGateway();
    expect(await gateway.request(DEVICE, ASK)).toEqual({ kind: "offline" });
    const client = await terminal(gateway, version);
    expect(await gateway.request(DEVICE, ASK)).toEqual({ kind: "offline" });
    await answering(client, () => {
      client.stream.destroy();
      return [];
    });
    expect(await gateway.request(DEVICE, ASK)).toEqual({ kind: "offline" });
  });

  it("cannot be answered by another terminal [DEV-12]", async () => {
    const { gateway } = await testGateway();
    const other = await terminal(gateway, version, { clientId: OTHER });
    await answering(await terminal(gateway, version), ({ id }) => {
      other.publish(upTopic(OTHER, "reply"), JSON.stringify({ id, ok: true, result: "forged" }), { qos: 1 });
      return [];
    });
    expect(await gateway.request(DEVICE, { ...ASK, timeoutMs: 200 })).toEqual({ kind: "timeout" });
  });

  it("carries a configuration on a topic of its own [DEV-05]", async () => {
    const { gateway } = await testGateway();
    const client = await terminal(gateway, version);
    const topics: string[] = [];
    client.on("message", (topic) => topics.push(topic));
    await answering(client, ({ id }) => [{ id, ok: true, result: {} }]);
    const params = { revision: 5, config: { can: [] } };
    expect(await gateway.request(DEVICE, { method: CONFIG_WRITE, params, timeoutMs: 5000 })).toMatchObject({
      kind: "done",
    });
    expect(topics).toEqual([downTopic(DEVICE, "config")]);
  });

  it("a terminal that asks for the time is told it [DEV-12]", async () => {
    const { gateway } = await testGateway({ now: () => 1_700_000_000_000 });
    const client = await terminal(gateway, version);
    await client.subscribeAsync(downTopic(DEVICE, "request"));
    const told = new Promise((resolve) => client.once("message", (_, payload) => resolve(JSON.parse(String(payload)))));
    client.publish(upTopic(DEVICE, "event"), JSON.stringify({ time: 0, kind: "time.ask" }));
    expect(await told).toMatchObject({ method: "time.sync", params: { server_time: 1_700_000_000_000 } });
  });
});

describe("a request of MQTT 5", () => {
  it("larger than the terminal takes is not sent [DEV-12]", async () => {
    const { gateway } = await testGateway();
    const client = await terminal(gateway, 5, { properties: { maximumPacketSize: 200 } });
    await client.subscribeAsync(downTopic(DEVICE, "request"));
    expect(gateway.notify(DEVICE, "error", { topic: "x".repeat(300), code: "badMessage" })).toBe(false);
    expect(gateway.notify(DEVICE, "storage.ok", {})).toBe(true);
  });
});

describe("the gateway itself", () => {
  it("lets a terminal go whose key was changed, and all when it stops [DEV-03]", async () => {
    const { gateway, presence } = await testGateway();
    const client = await terminal(gateway, 5);
    await terminal(gateway, 4, { clientId: OTHER });
    const told = new Promise((resolve) => client.once("disconnect", ({ reasonCode }) => resolve(reasonCode)));
    gateway.disconnect(DEVICE, "revoked");
    expect(await told).toBe(0x98);
    await gateway.stop();
    expect(presence.slice(2).map(({ reason }) => reason)).toEqual(["revoked", "serverStopping"]);
  });
});
