import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type TestNats, testNats, whyNoNats } from "../../testing/engines/test-nats.ts";
import { openLine } from "../../testing/faults/fault-line.ts";
import { until } from "../../testing/processes/spawn-program.ts";
import { StartFault } from "../engines/start-fault.ts";
import { createLog } from "../log.ts";
import { type Bus, subjectPart } from "./bus.ts";
import { openBus } from "./open-bus.ts";

const log = createLog("silent");
const bytes = (text: string) => Buffer.from(text);
const noNats = whyNoNats();
if (noNats) console.warn(`the bus on NATS is not tested: ${noNats}`);

let nats: TestNats;
beforeAll(async () => {
  if (!noNats) nats = await testNats();
});
afterAll(async () => nats?.kill());

async function pair(kind: "in process" | "on NATS"): Promise<{ here: Bus; there: Bus }> {
  const config = { natsUrl: kind === "on NATS" ? nats.url : undefined };
  const here = await openBus(config, log);
  const there = kind === "on NATS" ? await openBus(config, log) : here;
  onTestFinished(async () => {
    await here.close();
    await there.close();
  });
  return { here, there };
}

describe.each(["in process", "on NATS"] as const)("the bus %s", (kind) => {
  describe.skipIf(kind === "on NATS" && noNats !== undefined)("with everything it needs", () => {
    it("brings a publication to everybody who listens to its subject, and to nobody else [OPS-02]", async () => {
      const { here, there } = await pair(kind);
      const heard: string[] = [];
      there.subscribe("live.frames.1", (payload) => heard.push(`one ${Buffer.from(payload)}`));
      const stop = there.subscribe("live.frames.1", (payload) => heard.push(`two ${Buffer.from(payload)}`));
      there.subscribe("live.frames.2", () => heard.push("wrong"));
      there.subscribe("live.*.1", (_payload, subject) => heard.push(subject));
      await there.ready();
      here.publish("live.frames.1", bytes("a"));
      await until(async () => heard.length === 3);
      expect(heard.sort()).toEqual(["live.frames.1", "one a", "two a"]);
      stop();
      await there.ready();
      here.publish("live.frames.1", bytes("b"));
      await until(async () => heard.length === 5);
      await sleep(20);
      expect(heard.slice(3).sort()).toEqual(["live.frames.1", "one b"]);
    });

    it("keeps the order and every byte of what one publishes", async () => {
      const { here, there } = await pair(kind);
      const sent = Array.from({ length: 500 }, (_, i) => Buffer.alloc(1 + i, i));
      const heard: Buffer[] = [];
      there.subscribe("order", (payload) => heard.push(Buffer.from(payload)));
      await there.ready();
      for (const payload of sent) here.publish("order", payload);
      await until(async () => heard.length === sent.length);
      expect(Buffer.concat(heard).equals(Buffer.concat(sent))).toBe(true);
    });

    it("brings a request to whoever serves it and its answer back", async () => {
      const { here, there } = await pair(kind);
      const stop = there.serve("device.7", async (payload) => bytes(`${Buffer.from(payload)}!`));
      await there.ready();
      const answer = await here.request("device.7", bytes("hi"), 5000);
      expect(answer.kind === "answered" && String(Buffer.from(answer.payload))).toBe("hi!");
      stop();
      await there.ready();
      expect(await here.request("device.7", bytes("hi"), 5000)).toEqual({ kind: "nobody" });
    });

    it("answers the requests that were on their way when their server stopped", async () => {
      const { here, there } = await pair(kind);
      let served = 0;
      const stop = there.serve("device.8", async () => {
        served += 1;
        if (served === 1) stop();
        return bytes("answered");
      });
      await there.ready();
      const answers = await Promise.all(Array.from({ length: 200 }, () => here.request("device.8", bytes("hi"), 5000)));
      expect(answers.filter(({ kind: how }) => how === "timeout")).toEqual([]);
      expect(answers[0]?.kind).toBe("answered");
    });

    it("says at once that nobody serves a subject, and at the deadline that nobody answers", async () => {
      const { here, there } = await pair(kind);
      expect(await here.request("nobody.here", bytes(""), 60_000)).toEqual({ kind: "nobody" });
      there.serve("silent", () => new Promise(() => undefined));
      there.serve("broken", () => Promise.reject(new Error("broken")));
      await there.ready();
      expect(await here.request("silent", bytes(""), 50)).toEqual({ kind: "timeout" });
      expect(await here.request("broken", bytes(""), 50)).toEqual({ kind: "timeout" });
    });

    it("goes on after a listener that throws", async () => {
      const { here, there } = await pair(kind);
      const heard: string[] = [];
      there.subscribe("s", () => {
        throw new Error("a listener's own trouble");
      });
      there.subscribe("s", (payload) => heard.push(String(Buffer.from(payload))));
      await there.ready();
      here.publish("s", bytes("1"));
      here.publish("s", bytes("2"));
      await until(async () => heard.length === 2);
      expect(heard).toEqual(["1", "2"]);
    });
  });
});

describe.skipIf(noNats !== undefined)("a NATS server that goes away", () => {
  it("is waited for: subscriptions hold, publications meanwhile are dropped and not kept", async () => {
    const own = await testNats();
    const [here, there] = [await openBus({ natsUrl: own.url }, log), await openBus({ natsUrl: own.url }, log)];
    onTestFinished(async () => {
      await Promise.all([here.close(), there.close()]);
      await own.kill();
    });
    const heard: string[] = [];
    there.subscribe("s", (payload) => heard.push(String(Buffer.from(payload))));
    await there.ready();
    await own.kill();
    await until(async () => !here.isUp && !there.isUp);
    here.publish("s", bytes("lost"));
    await own.start();
    await until(async () => here.isUp && there.isUp);
    await there.ready();
    here.publish("s", bytes("after"));
    await until(async () => heard.length > 0);
    expect(heard).toEqual(["after"]);
  });

  it("is no obstacle where another of NATS_URL is there", async () => {
    const own = await testNats();
    onTestFinished(() => own.kill());
    const bus = await openBus({ natsUrl: `nats://127.0.0.1:9,${own.url}` }, log);
    expect(bus.isUp).toBe(true);
    await bus.close();
  });

  it("is left when it says nothing any more, without an end of its connection [OPS-02]", {
    timeout: 60_000,
  }, async () => {
    const own = await testNats();
    const line = await openLine(Number(new URL(own.url).port));
    const [here, there] = [
      await openBus({ natsUrl: own.url }, log),
      await openBus({ natsUrl: `nats://127.0.0.1:${line.port}` }, log),
    ];
    onTestFinished(async () => {
      await Promise.all([here.close(), there.close()]);
      await line.close();
      await own.kill();
    });
    const heard: string[] = [];
    there.subscribe("s", (payload) => heard.push(String(Buffer.from(payload))));
    await there.ready();
    line.freeze();
    // Heard by a new connection alone.
    await until(async () => {
      here.publish("s", bytes("after"));
      return heard.length > 0;
    });
    expect(heard).toContain("after");
  });

  it("stops the start with one sentence when it was never there", async () => {
    const gone = openBus({ natsUrl: "nats://127.0.0.1:9" }, log);
    await expect(gone).rejects.toThrow(StartFault);
    await expect(gone).rejects.toThrow(/NATS at 127\.0\.0\.1:9 cannot be reached/);
  });

  it("takes user and password out of NATS_URL", async () => {
    const own = await testNats(["--user", "me", "--pass", "p@ss"]);
    onTestFinished(() => own.kill());
    const bus = await openBus({ natsUrl: own.url.replace("//", "//me:p%40ss@") }, log);
    await bus.close();
    await expect(openBus({ natsUrl: own.url }, log)).rejects.toThrow(StartFault);
  });
});

it("a device's name is one part of a subject, whatever stands in it", () => {
  expect(subjectPart("2D010203040506070809")).toBe("2D010203040506070809");
  expect(subjectPart("a.b *>")).not.toMatch(/[.*>\s]/);
  expect(subjectPart("a.b")).not.toBe(subjectPart("a_b"));
});
