import type { Frame } from "@canopy/can/frame/frame";
import { RequestGuard } from "@canopy/contract/device-link/request-guard";
import { expect, it, onTestFinished, vi } from "vitest";
import { type Answering, answer } from "./answer.ts";
import { AgentDiagnosis } from "./diagnosis.ts";
import { ServerClock } from "./link/server-clock.ts";
import { SpoolFiles } from "./spool-files.ts";

const SERVER_MS = 1_700_000_000_000;

/** An agent on one interface; its clock goes on as the test says. */
function agent() {
  const sent: Frame[] = [];
  const steady = { ms: 500 };
  const diagnosis = new AgentDiagnosis({
    channels: [0],
    send: (frame) => sent.push(frame),
    publish: () => undefined,
    isFlashing: () => false,
  });
  onTestFinished(() => diagnosis.drop());
  const spool = { refuse: vi.fn(), release: vi.fn() };
  const parts: Answering = {
    guard: new RequestGuard(),
    clock: new ServerClock(() => steady.ms),
    spool,
    files: new SpoolFiles({ files: () => [] }, () => undefined),
    upgrade: undefined,
    diagnosis,
    flash: undefined,
    log: () => undefined,
  };
  const hear = (message: object) => answer("request", new TextEncoder().encode(JSON.stringify(message)), parts);
  const settings = { physical_id: 0x7e0, response_id: 0x7e8, functional_id: 0x7df };
  const clear = (id: string, deadline: number) =>
    hear({ id, method: "uds.run", params: { job: id, settings, steps: [{ data: "14FFFFFF" }] }, deadline });
  return { hear, clear, sent, steady, spool };
}

const told = { id: "t", method: "time.sync", params: { server_time: SERVER_MS } };

it("does nothing for a request whose deadline passed on the way, by the server's clock [DEV-12] [UDS-01]", async () => {
  const { hear, clear, sent, steady } = agent();
  expect(await hear(told)).toBeNull();
  steady.ms += 20_000;
  expect(await clear("1", SERVER_MS + 10_000)).toEqual({ id: "1", ok: false, code: "late" });
  expect(sent).toEqual([]);
  expect(await clear("2", SERVER_MS + 30_000)).toEqual({ id: "2", ok: true });
  expect(sent).toHaveLength(1);
});

it("takes no request for late before it was told the time [DEV-12]", async () => {
  const { clear } = agent();
  expect(await clear("1", 0)).toEqual({ id: "1", ok: true });
});

it("carries a request out once that comes twice [DEV-12]", async () => {
  const { hear, spool } = agent();
  const full = { id: "7", method: "storage.full", params: { epoch: 1, sequence: 2, reason: "quota" } };
  await hear(full);
  await hear(full);
  expect(spool.refuse.mock.calls).toEqual([[1, 2]]);
  const list = { id: "8", method: "files.list", params: {}, deadline: SERVER_MS };
  expect(await hear(list)).toMatchObject({ id: "8", ok: true });
  expect(await hear(list)).toBeNull();
});
