import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setImmediate as breath } from "node:timers/promises";
import type { Frame } from "@canopy/can/frame/frame";
import { type FlashProgress, flashMessage } from "@canopy/contract/device-link/flash/flash-message";
import type { FlashOrder } from "@canopy/contract/device-link/flash/flash-order";
import { brokenAt } from "@canopy/contract/device-link/flash/flash-trace";
import type { UpTopic } from "@canopy/contract/device-link/topics";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { simulatedKey } from "../bus/ecu.ts";
import type { Uplink } from "../link/uplink.ts";
import { Terminal } from "./terminal.ts";
import { simulatedImage, simulatedOrder } from "./test-flash-order.ts";

vi.setConfig({ testTimeout: 60_000 });

const START_US = 1_800_000_000_000_000;
const VERSION = "BMS 05.02.00";
const IMAGE = simulatedImage(VERSION, 20_000);

class KeptLink implements Uplink {
  isOnline = true;
  readonly told: FlashProgress[] = [];
  readonly replies: unknown[] = [];
  publish(topic: UpTopic, payload: Uint8Array | string): void {
    if (typeof payload !== "string" || !this.isOnline) return;
    if (topic === "flash") this.told.push(flashMessage.parse(JSON.parse(payload)));
    if (topic === "reply") this.replies.push(JSON.parse(payload));
  }
  cut(): void {}
  async close(): Promise<void> {}
}

async function imageUrl(image: Buffer): Promise<string> {
  const server = createServer((_, response) => void response.end(image)).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  onTestFinished(() => void server.closeAllConnections());
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/image`;
}

async function car(more: { manifest?: Partial<FlashOrder["manifest"]>; image?: Buffer; isParked?: boolean } = {}) {
  const { isParked = true, image = IMAGE } = more;
  const device = new Terminal({ deviceId: "D", kind: "ev", seed: "t", startUs: START_US, epoch: 42, isParked });
  const link = new KeptLink();
  device.attach(link);
  device.online();
  const { vin } = device.vehicle.vehicle;
  const manifest = more.manifest && { manifest: more.manifest };
  const order = simulatedOrder(IMAGE, { url: await imageUrl(image), vin, version: VERSION, ...manifest });
  let id = 0;
  const ask = (method: string, params: object) =>
    device.received("request", Buffer.from(JSON.stringify({ id: String(++id), method, params, deadline: 8e15 })));
  /** Time goes by until the condition holds; the network is real and gets its breath. */
  const until = async (isThere: () => boolean, seconds = 200) => {
    const endUs = device.vehicle.timeUs + seconds * 1e6;
    for (let i = 0; !isThere() && device.vehicle.timeUs < endUs; i++) {
      device.advance(device.vehicle.timeUs + 50_000);
      await breath();
      if (i % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(isThere()).toBe(true);
  };
  const stand = (seconds: number) => {
    const to = device.vehicle.timeUs + seconds * 1e6;
    return until(() => device.vehicle.timeUs >= to, seconds + 1);
  };
  const gates = () => link.told.findLast((message) => message.gates)?.gates ?? [];
  const result = () => link.told.findLast((message) => message.result)?.result;
  const trace = () => {
    const known = new Map(link.told.flatMap((message) => message.trace).map((entry) => [entry.n, entry]));
    return [...known.values()].sort((a, b) => a.n - b.n);
  };
  /** The gate knows the vehicle for long enough. */
  const ready = async () => {
    ask("flash.check", order);
    await stand(32);
  };
  const bms = device.vehicle.ecus.find(({ plan }) => plan.name === "BMS");
  return { device, link, order, ask, until, stand, gates, result, trace, ready, bms };
}

describe("flashing by a simulated terminal", () => {
  it("opens the gate after 30 s of standing, writes the image, reads it back and tells all of it [UDS-04]", async () => {
    const { ask, order, until, stand, gates, result, trace, link } = await car();
    ask("flash.check", order);
    await until(() => gates().length > 0);
    const unmet = () => gates().flatMap(({ name, reason }) => (reason === null ? [] : [`${name} ${reason}`]));
    expect(unmet()).toContain("speed unknown");
    await stand(32);
    link.told.length = 0;
    ask("flash.check", order);
    await until(() => gates().length > 0);
    expect(unmet()).toEqual([]);
    ask("flash.run", order);
    await until(() => result() !== undefined);
    expect(result()).toEqual({
      success: true,
      outcome: "new",
      failure: null,
      communication_restored: true,
      dtc_setting_restored: true,
      past_erase: true,
    });
    const stages = [...new Set(link.told.map(({ stage }) => stage))];
    expect(stages).toContain("flashing");
    expect(trace().length).toBeGreaterThan(60);
    expect(brokenAt(trace())).toBeNull();
    expect(brokenAt(trace().map((entry) => (entry.n === 9 ? { ...entry, data: "00" } : entry)))).toBe(9);
    expect(trace().some(({ kind, data }) => kind === "positive" && data.startsWith("62F195"))).toBe(true);
  });

  it("asked for in the midst of its own check, begins behind it [UDS-04]", async () => {
    const { ask, order, until, ready, result, device } = await car();
    await ready();
    ask("flash.check", order);
    await until(() => device.flash.isBusy);
    ask("flash.run", order);
    await until(() => result() !== undefined);
    expect(result()).toMatchObject({ success: true, outcome: "new" });
  });

  it("asked for in the midst of its own check, can be cancelled before it begins [UDS-04]", async () => {
    const { ask, order, until, stand, ready, result, device, link, trace } = await car();
    await ready();
    ask("flash.check", order);
    await until(() => device.flash.isBusy);
    ask("flash.run", order);
    await breath();
    ask("flash.cancel", { run: order.run });
    await until(() => link.told.some(({ stage, code }) => stage === "ended" && code === "cancelled"));
    await stand(5);
    expect(result()).toBeUndefined();
    expect(trace()).toEqual([]);
  });

  it.each<[string, Parameters<typeof car>[0], string]>([
    ["a tampered image", { image: simulatedImage("BMS 05.02.01", 20_000) }, "imageInvalid"],
    ["an expired package", { manifest: { expires: 1_000_000 } }, "package"],
    ["another part", { manifest: { part_number: "CNP-XXX" } }, "identity"],
    ["a version that it does not replace", { manifest: { software_from: ["BMS 04"] } }, "identity"],
  ])("%s is refused before anything is erased [UDS-04]", async (_, more, wrong) => {
    const { ask, order, until, ready, result, trace } = await car(more);
    await ready();
    ask("flash.run", order);
    await until(() => result() !== undefined);
    const failure = result()?.failure;
    expect(failure?.cause === "denied" ? failure.denials.map(({ name }) => name) : failure?.cause).toEqual(
      wrong === "imageInvalid" ? wrong : [wrong],
    );
    expect(trace().some(({ data }) => data.startsWith("3101FF00"))).toBe(false);
  });

  it("an image of other bytes on the card is fetched again with the next run [UDS-04]", async () => {
    const { ask, order, until, ready, result, link } = await car({ image: simulatedImage("BMS 05.02.01", 20_000) });
    await ready();
    ask("flash.run", order);
    await until(() => result() !== undefined);
    expect(result()?.failure?.cause).toBe("imageInvalid");
    link.told.length = 0;
    ask("flash.run", { ...order, run: "run 2", url: await imageUrl(IMAGE) });
    await until(() => result() !== undefined);
    expect(result()?.outcome).toBe("new");
  });

  it("a package that another signed is refused [UDS-04]", async () => {
    const { ask, order, until, ready, result } = await car();
    await ready();
    ask("flash.run", { ...order, manifest: { ...order.manifest, counter: 8 } });
    await until(() => result() !== undefined);
    expect(result()?.failure?.denials).toEqual([{ name: "package", reason: "false" }]);
  });

  it("a vehicle that drives is not flashed [UDS-04]", async () => {
    const { ask, order, until, stand, result, device } = await car({ isParked: false });
    ask("flash.check", order);
    await stand(60);
    expect(device.vehicle.vehicle.chassis.speedKmh).toBeGreaterThan(1);
    ask("flash.run", order);
    await until(() => result() !== undefined);
    expect(result()?.failure?.denials.map(({ name }) => name)).toContain("speed");
  });

  it("goes on by itself while the cloud is away, and tells all of it afterwards [UDS-04]", async () => {
    const { ask, order, until, ready, stand, result, trace, link, device } = await car();
    await ready();
    ask("flash.run", order);
    await until(() => link.told.some(({ progress }) => (progress?.acknowledged ?? 0) > 0));
    link.isOnline = false;
    device.offline();
    await stand(30);
    expect(result()).toBeUndefined();
    link.isOnline = true;
    device.online();
    await until(() => result() !== undefined);
    expect(result()?.outcome).toBe("new");
    expect(trace().map(({ n }) => n)).toEqual(trace().map((_, i) => i));
    expect(brokenAt(trace())).toBeNull();
  });

  it("does not begin beside a session that is held open, and begins when it was ended [UDS-01] [UDS-04]", async () => {
    const { ask, order, until, ready, stand, gates, result, link } = await car();
    await ready();
    ask("uds.run", { job: "j", settings: order.settings, steps: [{ data: "1003" }] });
    await stand(1);
    link.told.length = 0;
    ask("flash.check", order);
    await until(() => gates().length > 0);
    expect(gates().filter(({ reason }) => reason !== null)).toMatchObject([{ name: "exclusive", reason: "false" }]);
    ask("flash.run", order);
    await until(() => result() !== undefined);
    expect(result()?.failure?.denials).toEqual([{ name: "exclusive", reason: "false" }]);
    link.told.length = 0;
    ask("uds.end", {});
    ask("flash.run", { ...order, run: "run 2" });
    await until(() => result() !== undefined);
    expect(result()?.outcome).toBe("new");
  });

  it("is disturbed by nobody: an ended session says nothing, requests are refused [UDS-01] [UDS-04]", async () => {
    const { ask, order, until, ready, stand, result, device, link } = await car();
    await ready();
    ask("uds.run", { job: "j", settings: order.settings, steps: [{ data: "1003" }] });
    await stand(1);
    const before = link.replies.length;
    ask("flash.run", order);
    const sent: string[] = [];
    const { physical_id, response_id } = order.settings;
    const hear = ({ id, data }: Frame) => {
      if (id === physical_id) sent.push(Buffer.from(data).toString("hex"));
      return [];
    };
    device.vehicle.bus.attach({ channel: 0, receive: hear, tick: () => [] });
    ask("uds.end", {});
    ask("uds.run", { job: "k", settings: order.settings, steps: [{ data: "3E00" }] });
    ask("uds.request", { request_id: physical_id, response_id, data: "3E00" });
    await until(() => result() !== undefined);
    expect(result()?.outcome).toBe("new");
    expect(sent[0]).toMatch(/^0322f190/);
    const said = link.replies.slice(before).map((reply) => Reflect.get(Object(reply), "code") ?? "ok");
    expect(said).toEqual(["ok", "ok", "busy", "busy"]);
  });

  it("goes on from its journal after the terminal lost its power [UDS-04]", async () => {
    const { ask, order, until, ready, result, trace, link, device } = await car();
    await ready();
    ask("flash.run", order);
    await until(() => link.told.some(({ progress }) => (progress?.acknowledged ?? 0) > 4000));
    device.reboot("test");
    await until(() => result() !== undefined);
    expect(result()?.outcome).toBe("new");
    expect(trace().filter(({ data }) => data.startsWith("3101FF00"))).toHaveLength(2);
    expect(brokenAt(trace())).toBeNull();
  });

  it("an ECU that lost its power waits in boot mode, and a retry finishes it [UDS-04]", async () => {
    const { ask, order, until, ready, result, link, bms, trace } = await car();
    await ready();
    ask("flash.run", order);
    await until(() => link.told.some(({ progress }) => (progress?.acknowledged ?? 0) > 4000));
    bms?.losePower();
    await until(() => result() !== undefined);
    expect(result()).toMatchObject({ success: false, outcome: "boot", past_erase: true, communication_restored: true });
    link.told.length = 0;
    ask("flash.retry", { run: order.run });
    await until(() => result() !== undefined);
    expect(result()?.outcome).toBe("new");
    expect(trace().filter(({ data }) => data.startsWith("3101FF00"))).toHaveLength(2);
  });

  it("asks the cloud for the key where its unlock file is a script [UDS-04]", async () => {
    const { ask, order, until, ready, result, link } = await car();
    await ready();
    ask("flash.run", { ...order, unlock: null });
    await until(() => link.told.some(({ seed }) => seed !== undefined));
    const seed = link.told.findLast((message) => message.seed)?.seed;
    expect(seed?.level).toBe(1);
    const key = simulatedKey(Buffer.from(seed?.seed ?? "", "hex"));
    ask("flash.key", { run: order.run, key: Buffer.from(key).toString("hex").toUpperCase() });
    await until(() => result() !== undefined);
    expect(result()?.outcome).toBe("new");
  });

  it("is cancelled before the erase and not after it; an older counter is a downgrade [UDS-04]", async () => {
    const { ask, order, until, ready, result, link } = await car();
    await ready();
    ask("flash.run", order);
    await until(() => link.told.some(({ progress }) => (progress?.acknowledged ?? 0) > 0));
    ask("flash.cancel", { run: order.run });
    await until(() => result() !== undefined);
    expect(result()?.outcome).toBe("new");
    const older = simulatedOrder(IMAGE, { ...order, version: VERSION, manifest: { counter: 6 } });
    link.told.length = 0;
    ask("flash.run", { ...older, run: "run 2" });
    await until(() => result() !== undefined);
    expect(result()?.failure?.denials).toEqual([{ name: "package", reason: "false" }]);
  });
});
