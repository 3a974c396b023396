import { readCb1Header } from "@canopy/can/frame/cb1-decode";
import { afterEach, expect, it, vi } from "vitest";
import { startFleet } from "../fleet.ts";
import { TestBroker } from "../testing/broker.ts";
import { Random } from "../world/random.ts";

vi.setConfig({ testTimeout: 60_000 });

const DEVICE = { id: "2D010203040506070809", key: "right-key", vehicle: "truck" } as const;
const ends: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function world(framesPerSecond?: number) {
  const broker = new TestBroker();
  const url = await broker.listen();
  const rate = framesPerSecond === undefined ? {} : { framesPerSecond };
  const fleet = startFleet({ url, devices: [DEVICE], ...rate, log: () => {} });
  ends.push(
    () => fleet.stop(),
    () => broker.close(),
  );
  return { broker, fleet };
}

const isFrames = ({ topic }: { topic: string }) => topic === `canopy/1/${DEVICE.id}/up/frames`;

function identity(payload: Uint8Array): { epoch: number; sequence: number; frames: number } {
  const header = readCb1Header(payload);
  if (!header.ok) throw new Error(header.problem.code);
  return header.value;
}

it("connects as the page says: id, id, licence key; publishes below its own id [DEV-12]", async () => {
  const { broker } = await world();
  await vi.waitFor(() => expect(broker.published.some(isFrames)).toBe(true), 20_000);
  expect(broker.connects).toEqual([{ clientId: DEVICE.id, username: DEVICE.id, password: DEVICE.key }]);
  expect(broker.published.every(({ topic }) => topic.startsWith(`canopy/1/${DEVICE.id}/up/`))).toBe(true);
});

it("sends every batch of its epoch through cut connections, in order, none again after its PUBACK [DAT-08]", async () => {
  const random = new Random("broker");
  const { broker } = await world(20_000);
  const stored: number[] = [];
  const epochs = new Set<number>();
  broker.judge = (message) => {
    if (!isFrames(message)) return "acknowledge";
    const { epoch, sequence } = identity(message.payload);
    epochs.add(epoch);
    expect(stored).not.toContain(sequence);
    // Stored or not, the terminal cannot know before the PUBACK: here a cut stores nothing.
    if (random.chance(0.05)) return "cut";
    stored.push(sequence);
    return "acknowledge";
  };
  await vi.waitFor(() => expect(broker.connects.length).toBeGreaterThan(3), 40_000);
  await vi.waitFor(() => expect(stored.length).toBeGreaterThan(60), 20_000);
  expect(epochs.size).toBe(1);
  expect(stored).toEqual(stored.toSorted((a, b) => a - b));
  expect(stored).toEqual(Array.from({ length: stored.length }, (_, i) => i));
});

it("hears requests and answers them [DEV-12]", async () => {
  const { broker } = await world();
  await vi.waitFor(() => expect(broker.published.length).toBeGreaterThan(0), 20_000);
  const request = { id: "9", method: "config.read", params: {}, deadline: Date.now() + 20_000 };
  broker.send(`canopy/1/${DEVICE.id}/down/request`, request);
  const replies = () => broker.published.filter(({ topic }) => topic.endsWith("/up/reply"));
  await vi.waitFor(() => expect(replies()).toHaveLength(1), 20_000);
  expect(JSON.parse(String(replies()[0]?.payload))).toMatchObject({ id: "9", ok: true, result: { revision: 0 } });
});
