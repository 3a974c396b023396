import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect, createServer, type Server, type Socket } from "node:net";
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import type { ListedCardFile, Recall } from "@canopy/contract/files/recalls";
import { expect, vi } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import type { TerminalSettings } from "../../../simulator/terminal/terminal.ts";
import { setPackage } from "../../capacity/package-store.ts";
import { authenticateDevice } from "../../devices/link/authenticate-device.ts";
import type { AskDevice, LinkOutcome, LinkRequest } from "../../devices/link/device-link.ts";
import { PresenceKeeper } from "../../devices/link/keep-presence.ts";
import type { FilePlace } from "../../files/file-contents.ts";
import { RecallRunner } from "../../files/recall/recall-runner.ts";
import type { RecallLimits } from "../../files/recall/recall-steps.ts";
import { noteGivenUp } from "../../files/recall/recall-store.ts";
import { loginCandtu } from "../../frames/dialects/candtu-login.ts";
import { candtuDialect } from "../../frames/dialects/dialect-candtu.ts";
import { canopyDialect } from "../../frames/dialects/dialect-canopy.ts";
import { openIngest } from "../../frames/ingest/open-ingest.ts";
import { createLog } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { TEST_SECRET, type TestApp, type TestUser, testApp } from "../test-app.ts";
import { type DrivenTerminal, drivenTerminal } from "./driven-terminal.ts";
import { type TestDevice, testDevice } from "./test-device.ts";
import { deviceGateway, type PlainGateway } from "./test-gateway.ts";

export const RECALL_SOON = { timeout: 60_000 * PATIENCE, interval: 150 };
/** As the program's, a hundred times as fast where something is waited for. */
const LIMITS: RecallLimits = { answerMs: 3000, busyMs: 4000, offlineMs: 4000, stallMs: 1500, lookMs: 40 };

type Intercept = (request: LinkRequest, go: () => Promise<LinkOutcome>) => Promise<LinkOutcome>;

export type DrivenDevice = DrivenTerminal<TestDevice>;

export interface RecallWorld extends TestApp {
  readonly manager: TestUser;
  /** Stands between server and terminals. */
  intercept: Intercept | undefined;
  readonly wire: CutWire;
  limits: Partial<RecallLimits>;
  startRunner(): RecallRunner;
  drive(settings?: Partial<TerminalSettings> & { minutes?: number; candtu?: boolean }): Promise<DrivenDevice>;
  read(device: TestDevice): Promise<ListedCardFile[]>;
  recall(device: TestDevice, names: readonly string[], analyse?: boolean): Promise<Recall[]>;
  recallOf(device: TestDevice, id: string): Promise<Recall>;
  ends(device: TestDevice, id: string, state: Recall["state"]): Promise<Recall>;
}

export async function recallWorld(filePlace?: FilePlace): Promise<RecallWorld> {
  let gateway: PlainGateway;
  const state: { intercept: Intercept | undefined; limits: Partial<RecallLimits> } = {
    intercept: undefined,
    limits: {},
  };
  const ask: AskDevice = (deviceId, request) => {
    const go = () => gateway.request(deviceId, request);
    return state.intercept ? state.intercept(request, go) : go();
  };
  const app = await testApp({}, { work: true, askDevice: ask, ...(filePlace && { filePlace }) });
  const { db } = app.database;
  const log = createLog("silent");
  const ingest = openIngest({ landing: app.store.landing, log, mayStore: () => true });
  const presence = new PresenceKeeper({ db, log, isAlone: false });
  await presence.start();
  gateway = await deviceGateway(db, {
    dialects: [canopyDialect, candtuDialect(TEST_SECRET)],
    ingest: (batch) => ingest.ingest(batch),
    onPresence: ({ device, online, reason, atMs }) => {
      if (reason !== "takenOver") void presence.report(device.bindingNumber, online, atMs);
    },
    receive: async (device, message) => {
      if (message.kind === "files" && !["done", "sending"].includes(message.progress.state))
        await noteGivenUp(db, device, message.progress.name);
    },
  });
  const login = await candtuLoginServer(db, gateway.mqttPort);
  await app.app.listen({ host: "127.0.0.1", port: 0 });
  const wire = new CutWire((app.app.server.address() as AddressInfo).port);
  await wire.open();
  const manager = await app.user({ tenant: "own", name: "manager_a", role: "manager" });
  await setPackage(db, manager.tenantId, UNLIMITED_PACKAGE);
  const runners = new Set<RecallRunner>();
  const terminals = new Set<DrivenDevice>();
  const url = ({ thingsId }: TestDevice, path: string) => `/api/things/${thingsId}/${path}`;
  const recallOf = async (device: TestDevice, id: string): Promise<Recall> => {
    const answer = await app.call(manager, { url: url(device, "recalls?page_size=100") });
    const found = answer.json<{ list: Recall[] }>().list.find(({ recall_id }) => recall_id === id);
    if (!found) throw new Error("no such recall");
    return found;
  };
  return Object.assign(state, {
    ...app,
    manager,
    wire,
    startRunner() {
      const limits = { ...LIMITS, ...state.limits };
      const services = {
        ...app.files,
        jobs: app.jobs,
        bus: app.bus,
        ask,
        secret: TEST_SECRET,
        baseUrl: () => wire.url,
        limits,
      };
      const runner = new RecallRunner(services, log);
      runner.start();
      runners.add(runner);
      return runner;
    },
    async drive({
      minutes = 3,
      candtu = false,
      ...settings
    }: Partial<TerminalSettings> & { minutes?: number; candtu?: boolean } = {}) {
      const device = await testDevice(db, manager.tenantId, candtu ? { dialect: "candtu" } : {});
      const candtuLogin = candtu ? { candtuLogin: login.url } : {};
      const drive = { minutes, ...candtuLogin, ...settings };
      const driven = drivenTerminal(device, `mqtt://127.0.0.1:${gateway.mqttPort}`, drive);
      terminals.add(driven);
      await vi.waitFor(() => expect(driven.link.isOnline).toBe(true), RECALL_SOON);
      const isOnline = async () => (await app.call(manager, { url: url(device, "card-files") })).json().card.online;
      await vi.waitFor(async () => expect(await isOnline()).toBe(true), RECALL_SOON);
      return driven;
    },
    async read(device: TestDevice) {
      const answer = await app.call(manager, { method: "POST", url: url(device, "card-files/read") });
      expect(answer.statusCode, answer.body).toBe(200);
      const listed = await app.call(manager, { url: url(device, "card-files?page_size=500") });
      return listed.json<{ list: ListedCardFile[] }>().list;
    },
    async recall(device: TestDevice, names: readonly string[], analyse = false) {
      const payload = { names, analyse };
      const answer = await app.call(manager, { method: "POST", url: url(device, "recalls"), payload });
      expect(answer.statusCode, answer.body).toBe(200);
      return answer.json<{ list: Recall[] }>().list;
    },
    recallOf,
    async ends(device: TestDevice, id: string, wanted: Recall["state"]) {
      await expect.poll(async () => (await recallOf(device, id)).state, RECALL_SOON).toBe(wanted);
      return recallOf(device, id);
    },
    async close() {
      for (const runner of runners) await runner.stop();
      for (const one of terminals) await one.close();
      await gateway.stop();
      login.close();
      await presence.stop();
      await ingest.close();
      await wire.close();
      await app.close();
    },
  });
}

/** The sign-in of candtu terminals, with the address of this gateway. */
async function candtuLoginServer(db: Db, port: number): Promise<{ url: string; close(): void }> {
  const server = createHttpServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const asked = JSON.parse(Buffer.concat(chunks).toString());
    const authenticate = (deviceId: string, key: string) => authenticateDevice(db, deviceId, key);
    const mqtt = { host: "127.0.0.1", port, sslport: 0 };
    response.end(JSON.stringify(await loginCandtu(asked, { authenticate, secret: TEST_SECRET, mqtt, now: Date.now })));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

/** TCP between terminals and server that a test cuts at a byte, or closes. */
export class CutWire {
  /** Bytes of requests that still pass; then the connection ends. */
  left = Number.POSITIVE_INFINITY;
  cuts = 0;
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  readonly #server: Server;

  constructor(target: number) {
    this.#target = target;
    this.#server = createServer((socket) => this.#pass(socket));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async open(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #pass(inside: Socket): void {
    const outside = connect(this.#target, "127.0.0.1");
    for (const socket of [inside, outside]) {
      this.#sockets.add(socket);
      socket.on("error", () => undefined);
    }
    outside.pipe(inside);
    inside.on("close", () => outside.end());
    inside.on("data", (chunk: Buffer) => {
      outside.write(chunk.subarray(0, Math.min(chunk.length, Math.max(0, this.left))));
      this.left -= chunk.length;
      if (this.left > 0) return;
      this.left = Number.POSITIVE_INFINITY;
      this.cuts += 1;
      inside.destroy();
    });
  }
}
