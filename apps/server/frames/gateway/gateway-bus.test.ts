import { downTopic, upTopic } from "@canopy/contract/device-link/topics";
import type { MqttClient } from "mqtt";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Bus } from "../../platform/bus/bus.ts";
import { openBus } from "../../platform/bus/open-bus.ts";
import { createLog } from "../../platform/log.ts";
import { type TestNats, testNats, whyNoNats } from "../../testing/engines/test-nats.ts";
import { until } from "../../testing/processes/spawn-program.ts";
import { DEVICE, terminal, testGateway } from "../../testing/terminals/test-gateway.ts";
import { deviceLink, type GatewayOnBus, gatewayOnBus } from "./gateway-bus.ts";

const log = createLog("silent");
const noNats = whyNoNats();
if (noNats) console.warn(`gateways on NATS are not tested: ${noNats}`);
let nats: TestNats;
beforeAll(async () => {
  if (!noNats) nats = await testNats();
});
afterAll(async () => nats?.kill());

type Kind = "in process" | "on NATS";

async function busesOf(kind: Kind, count: number): Promise<Bus[]> {
  const natsUrl = kind === "on NATS" ? nats.url : undefined;
  const first = await openBus({ natsUrl }, log);
  const buses = [first];
  while (buses.length < count) buses.push(natsUrl ? await openBus({ natsUrl }, log) : first);
  onTestFinished(async () => {
    await Promise.all(buses.map((bus) => bus.close()));
  });
  return buses;
}

/** A process of role ingest, as far as the bus can see it. */
async function ingestProcess(bus: Bus) {
  const link: GatewayOnBus = gatewayOnBus(bus, () => world.gateway);
  const presence: string[] = [];
  const world = await testGateway({
    onPresence: (event) => {
      presence.push(event.reason);
      link.presence(event);
    },
  });
  onTestFinished(() => link.stop());
  return { ...world, presence };
}

/** Answers what it is asked. */
async function answer(client: MqttClient, result: unknown): Promise<void> {
  await client.subscribeAsync(downTopic(DEVICE, "request"), { qos: 1 });
  client.on("message", (_topic, payload) => {
    const { id } = JSON.parse(String(payload));
    client.publish(upTopic(DEVICE, "reply"), JSON.stringify({ id, ok: true, result }), { qos: 1 });
  });
}

describe.each(["in process", "on NATS"] as const)("terminals of other processes, %s", (kind) => {
  describe.skipIf(kind === "on NATS" && noNats !== undefined)("with everything it needs", () => {
    it("are asked and answer, wherever they are connected [OPS-02]", async () => {
      const [web, first, second] = (await busesOf(kind, 3)) as [Bus, Bus, Bus];
      await ingestProcess(first);
      const { gateway } = await ingestProcess(second);
      const link = deviceLink(web);
      const ask = { method: "status.read", params: {}, timeoutMs: 5000 };
      expect(await link.request(DEVICE, ask)).toEqual({ kind: "offline" });
      const client = await terminal(gateway, 5);
      await answer(client, { speed: 88 });
      await second.ready();
      expect(await link.request(DEVICE, ask)).toEqual({ kind: "done", result: { speed: 88 } });
      await client.endAsync();
      await until(async () => !gateway.isOnline(DEVICE));
      await second.ready();
      expect(await link.request(DEVICE, ask)).toEqual({ kind: "offline" });
    });

    it("may answer without a result [OPS-02] [DEV-12]", async () => {
      const [web, other] = (await busesOf(kind, 2)) as [Bus, Bus];
      const { gateway } = await ingestProcess(other);
      const client = await terminal(gateway, 5);
      await answer(client, undefined);
      await other.ready();
      const asked = deviceLink(web).request(DEVICE, { method: "record.start", params: {}, timeoutMs: 5000 });
      expect(await asked).toEqual({ kind: "done", result: null });
    });

    it("that do not answer are given up at the deadline [OPS-02]", async () => {
      const [web, other] = (await busesOf(kind, 2)) as [Bus, Bus];
      const { gateway } = await ingestProcess(other);
      const client = await terminal(gateway, 5);
      await client.subscribeAsync(downTopic(DEVICE, "request"), { qos: 1 });
      await other.ready();
      const asked = deviceLink(web).request(DEVICE, { method: "status.read", params: {}, timeoutMs: 100 });
      expect(await asked).toEqual({ kind: "timeout" });
    });

    it("lose their connection when their key is changed elsewhere [OPS-02]", async () => {
      const [web, other] = (await busesOf(kind, 2)) as [Bus, Bus];
      const { gateway, presence } = await ingestProcess(other);
      await terminal(gateway, 5);
      await other.ready();
      deviceLink(web).revoke(DEVICE);
      await until(async () => !gateway.isOnline(DEVICE));
      expect(presence).toEqual(["connected", "revoked"]);
    });

    it("that connect to another process end the connection they had, which does not count as gone [OPS-02]", async () => {
      const [one, two] = (await busesOf(kind, 2)) as [Bus, Bus];
      const [first, second] = [await ingestProcess(one), await ingestProcess(two)];
      await terminal(first.gateway, 5);
      await one.ready();
      await terminal(second.gateway, 5);
      await until(async () => !first.gateway.isOnline(DEVICE));
      expect(first.presence).toEqual(["connected", "takenOver"]);
      expect(second.gateway.isOnline(DEVICE)).toBe(true);
      expect(second.presence).toEqual(["connected"]);
    });
  });
});
