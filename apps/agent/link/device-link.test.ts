import { RECEIVE_MAXIMUM } from "@canopy/contract/device-link/limits";
import { expect, it, onTestFinished, vi } from "vitest";
import { type Published, TestBroker } from "../../simulator/testing/broker.ts";
import { type Delivery, DeviceLink } from "./device-link.ts";

const DEVICE = "2D010203040506070809";

async function online() {
  const broker = new TestBroker();
  const url = await broker.listen();
  const heard: string[] = [];
  const settings = { url, deviceId: DEVICE, key: "k", version: 4, verifiesCertificate: true } as const;
  const link = new DeviceLink(settings, {
    online: () => undefined,
    offline: () => undefined,
    received: (_, payload) => heard.push(String(Buffer.from(payload))),
    failed: () => undefined,
  });
  onTestFinished(async () => {
    await broker.close();
    await link.close();
  });
  await vi.waitFor(() => expect(link.isOnline).toBe(true), 20_000);
  return { broker, link, heard };
}

it("leaves no more messages unacknowledged than the server takes; the others wait [DEV-12]", async () => {
  const { broker, link, heard } = await online();
  broker.judge = () => "ignore";
  const settled: Delivery[] = [];
  for (let i = 0; i < RECEIVE_MAXIMUM + 36; i++) link.publish("log", String(i), (delivery) => settled.push(delivery));
  await vi.waitFor(() => expect(broker.published.length).toBeGreaterThanOrEqual(RECEIVE_MAXIMUM), 20_000);
  // Whatever was sent with them would be there before this arrives.
  broker.send(`canopy/1/${DEVICE}/down/request`, {});
  await vi.waitFor(() => expect(heard).toEqual(["{}"]), 20_000);
  expect(broker.published).toHaveLength(RECEIVE_MAXIMUM);
  broker.cutAll();
  await vi.waitFor(() => expect(settled).toHaveLength(RECEIVE_MAXIMUM + 36), 20_000);
  expect(new Set(settled)).toEqual(new Set(["lost"]));
});

it("sends what waited in its order as acknowledgements come [DEV-12]", async () => {
  const { broker, link } = await online();
  const numbers = () => broker.published.map(({ payload }: Published) => Number(String(payload)));
  let done = 0;
  for (let i = 0; i < 200; i++) link.publish("log", String(i), () => done++);
  await vi.waitFor(() => expect(done).toBe(200), 20_000);
  expect(numbers()).toEqual(Array.from({ length: 200 }, (_, i) => i));
});
