import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { type ClientAction, UdsClient, type UdsOutcome } from "./client.ts";
import type { UdsClientTiming } from "./timing.ts";

// Many cases on a busy machine: the limit is there for hangs, not for speed.
vi.setConfig({ testTimeout: 30_000 });

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));
const MS = 1000;

function asked(hex: string, timing: Partial<UdsClientTiming> = {}): UdsClient {
  const client = new UdsClient({ p2Us: 50 * MS, p2StarUs: 5000 * MS, ...timing });
  client.send(bytes(hex), 0);
  client.sent(0);
  return client;
}

function outcome(actions: readonly ClientAction[]): UdsOutcome | undefined {
  return actions.flatMap((action) => (action.kind === "outcome" ? [action.outcome] : []))[0];
}

describe("outcomes", () => {
  it("positive, when service and echo match", () => {
    expect(outcome(asked("22f190").receive(bytes("62f19041"), 0))).toEqual({
      kind: "positive",
      bytes: bytes("62f19041"),
    });
    expect(outcome(asked("3101ff00").receive(bytes("7101ff0000"), 0))?.kind).toBe("positive");
  });

  it("negative, with its code", () => {
    expect(outcome(asked("22f190").receive(bytes("7f2231"), 0))).toEqual({ kind: "negative", sid: 0x22, code: 0x31 });
  });

  it("invalid, when the answer is malformed", () => {
    expect(outcome(asked("22f190").receive(bytes("62f1"), 0))).toMatchObject({ kind: "invalid", problem: "tooShort" });
    expect(outcome(asked("22f190").receive(bytes("7f22"), 0))).toMatchObject({ kind: "invalid" });
    expect(outcome(asked("34004401020304000001").receive(bytes("742000"), 0))).toMatchObject({ kind: "invalid" });
  });

  it("unexpected, when only another answer came in time", () => {
    const client = asked("22f190");
    expect(client.receive(bytes("62f18c41"), 10 * MS)).toEqual([{ kind: "stray", bytes: bytes("62f18c41") }]);
    expect(outcome(client.tick(50 * MS))).toEqual({ kind: "unexpected", bytes: bytes("62f18c41") });
  });

  it("the right answer, although a stray came first", () => {
    const client = asked("22f190");
    client.receive(bytes("7f1031"), 10 * MS);
    expect(outcome(client.receive(bytes("62f19041"), 20 * MS))?.kind).toBe("positive");
  });

  it("timeout, after P2", () => {
    const client = asked("3e00");
    expect(client.tick(50 * MS - 1)).toEqual([]);
    expect(outcome(client.tick(50 * MS))).toEqual({ kind: "timeout", cause: "p2" });
    expect(client.isBusy).toBe(false);
  });

  it("timeout by transport, when the request never left or the answer broke off", () => {
    const client = new UdsClient({ sendUs: 7 });
    client.send(bytes("3e00"), 0);
    expect(outcome(client.tick(7))).toEqual({ kind: "timeout", cause: "transport" });
    expect(outcome(asked("3e00").transportFailed(0))).toEqual({ kind: "timeout", cause: "transport" });
    const receiving = asked("3e00");
    receiving.responding(10);
    expect(receiving.tick(50 * MS)).toEqual([]);
    expect(outcome(receiving.tick(2_000_010))).toEqual({ kind: "timeout", cause: "transport" });
  });
});

describe("response pending", () => {
  it("allows P2* after each, and then the answer", () => {
    const client = asked("14ffffff");
    expect(client.receive(bytes("7f1478"), 40 * MS)).toEqual([{ kind: "pending", count: 1 }]);
    expect(client.tick(5000 * MS)).toEqual([]);
    client.receive(bytes("7f1478"), 5000 * MS);
    expect(outcome(client.receive(bytes("54"), 9000 * MS))?.kind).toBe("positive");
  });

  it("ends after P2* of silence", () => {
    const client = asked("14ffffff");
    client.receive(bytes("7f1478"), 0);
    expect(outcome(client.tick(5000 * MS))).toEqual({ kind: "timeout", cause: "p2Star" });
  });

  it("ends at the total cap, however often it is repeated", () => {
    const client = asked("14ffffff", { pendingCapUs: 10_000 * MS });
    for (let ms = 0; ms < 10_000; ms += 1000) client.receive(bytes("7f1478"), ms * MS);
    expect(outcome(client.tick(10_000 * MS))).toEqual({ kind: "timeout", cause: "pendingCap" });
  });
});

it("repeats after busyRepeatRequest, a few times", () => {
  const client = asked("22f190", { busyRetries: 1, busyPauseUs: 100 * MS });
  expect(client.receive(bytes("7f2221"), 0)).toEqual([]);
  expect(client.tick(100 * MS)).toEqual([
    { kind: "send", bytes: bytes("22f190"), functional: false, isKeepAlive: false },
  ]);
  client.sent(100 * MS);
  expect(outcome(client.receive(bytes("7f2221"), 100 * MS))).toEqual({ kind: "negative", sid: 0x22, code: 0x21 });
});

describe("suppressed positive response", () => {
  it("silence is success, a negative answer is not", () => {
    expect(outcome(asked("8582").tick(50 * MS))).toEqual({ kind: "positive", bytes: new Uint8Array(0) });
    expect(outcome(asked("8582").receive(bytes("7f8522"), 0))?.kind).toBe("negative");
  });

  it("after response pending the answer must come", () => {
    const client = asked("8582");
    client.receive(bytes("7f8578"), 0);
    expect(outcome(client.tick(5000 * MS))).toEqual({ kind: "timeout", cause: "p2Star" });
  });
});

describe("session", () => {
  it("is kept alive with 3E 80 while the client is silent, and not in the default session", () => {
    const client = asked("1003");
    client.receive(bytes("5003003201f4"), 0);
    expect(client.deadlineUs).toBe(2_000 * MS);
    expect(client.tick(2_000 * MS)).toEqual([
      { kind: "send", bytes: bytes("3e80"), functional: false, isKeepAlive: true },
    ]);
    expect(client.deadlineUs).toBe(4_000 * MS);
    client.send(bytes("1001"), 3_000 * MS);
    client.sent(3_000 * MS);
    client.receive(bytes("5001003201f4"), 3_000 * MS);
    expect(client.deadlineUs).toBe(Number.POSITIVE_INFINITY);
  });

  it("is kept alive functionally, also during a request, when it was entered functionally", () => {
    const client = new UdsClient();
    client.send(bytes("1003"), 0, { functional: true });
    client.sent(0);
    client.receive(bytes("5003"), 0);
    client.send(bytes("1002"), 100 * MS);
    client.sent(100 * MS);
    client.receive(bytes("7f1078"), 150 * MS);
    expect(client.deadlineUs).toBe(2_000 * MS);
    expect(client.tick(2_000 * MS)).toEqual([
      { kind: "send", bytes: bytes("3e80"), functional: true, isKeepAlive: true },
    ]);
    expect(outcome(client.receive(bytes("5002"), 2_500 * MS))?.kind).toBe("positive");
    client.send(bytes("1101"), 2_600 * MS);
    client.receive(bytes("5101"), 2_600 * MS);
    expect(client.keepAlive.session).toBe(2);
    client.send(bytes("1001"), 2_700 * MS, { functional: true });
    client.receive(bytes("5001"), 2_700 * MS);
    expect(client.deadlineUs).toBe(Number.POSITIVE_INFINITY);
  });

  it("gives its timing to the client, with the way over the network", () => {
    const client = asked("1003");
    client.receive(bytes("5003003201f4"), 0);
    expect([client.timing.p2Us, client.timing.p2StarUs]).toEqual([150 * MS, 5100 * MS]);
    const stubborn = asked("1003", { adoptsServerTiming: false });
    stubborn.receive(bytes("5003003201f4"), 0);
    expect(stubborn.timing.p2Us).toBe(50 * MS);
  });
});

it("always reaches an outcome, whatever arrives", () => {
  const request = fc.uint8Array({ minLength: 1, maxLength: 6 });
  const event = fc.oneof(
    fc.uint8Array({ maxLength: 8 }),
    fc.constantFrom(bytes("7f2278"), bytes("7f2221"), bytes("7f1078")),
    fc.constantFrom("responding" as const, "tick" as const),
  );
  fc.assert(
    fc.property(request, fc.array(fc.tuple(event, fc.nat(3_000_000)), { maxLength: 40 }), (message, events) => {
      const client = new UdsClient({ pendingCapUs: 20_000_000 });
      const actions = client.send(message, 0);
      let nowUs = 0;
      client.sent(0);
      for (const [what, waitUs] of events) {
        nowUs += waitUs;
        if (what === "responding") client.responding(nowUs);
        else actions.push(...(what === "tick" ? client.tick(nowUs) : client.receive(what, nowUs)));
        if (client.isBusy) client.sent(nowUs);
      }
      for (let i = 0; i < 20 && client.isBusy; i++) {
        actions.push(...client.tick(client.deadlineUs));
        client.sent(client.deadlineUs);
      }
      expect(actions.filter((action) => action.kind === "outcome")).toHaveLength(1);
    }),
    { numRuns: 1000, interruptAfterTimeLimit: 2500 },
  );
});
