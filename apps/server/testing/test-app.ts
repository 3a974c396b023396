import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Level } from "@canopy/contract/platform/endpoint";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { z } from "zod";
import { createAccount } from "../accounts/create-account.ts";
import { openSession } from "../accounts/open-session.ts";
import { ownArchiveJob } from "../accounts/personal/own-archive.ts";
import { getUser } from "../accounts/user-store.ts";
import { searchJob } from "../alarms/search/run-search.ts";
import { type AppParts, createApp } from "../app.ts";
import { deletionJobs } from "../deletion-jobs.ts";
import type { DeviceChange } from "../devices/device-services.ts";
import { type FileParts, fileJobs, fileParts, openFilePlace, openInboxOf } from "../file-parts.ts";
import type { FilePlace } from "../files/file-contents.ts";
import { type FirmwareParts, firmwareParts } from "../firmware-parts.ts";
import { observeDisks, observeFrameStore } from "../frame-store-metrics.ts";
import { publishTaskEnd } from "../frames/live/live-user-news.ts";
import { quarantineJobs } from "../frames/quarantine/quarantine-jobs.ts";
import type { OpenFrameStore } from "../frames/store/open-frame-store.ts";
import { lakeRunJob } from "../lake/lake-job.ts";
import { newTally } from "../operating/process-tally.ts";
import { outputParts } from "../output-parts.ts";
import { outputRunJob } from "../outputs/making/run-output.ts";
import type { OutputServices } from "../outputs/output-parts.ts";
import type { Bus } from "../platform/bus/bus.ts";
import { localBus } from "../platform/bus/local-bus.ts";
import type { Files } from "../platform/files/files.ts";
import type { DirectPlace } from "../platform/files/open-files.ts";
import type { Role } from "../platform/http/caller.ts";
import { defineJob } from "../platform/jobs/job-definition.ts";
import { type Jobs, startJobs } from "../platform/jobs/jobs.ts";
import { createLog } from "../platform/log.ts";
import { replayJob } from "../push/run-replay.ts";
import { readyParts } from "../ready-parts.ts";
import { backfillJob, followJob } from "../signals/kept/materialise-jobs.ts";
import { partsOf } from "../store-parts.ts";
import { testRuns } from "../test-parts.ts";
import { type TransferParts, transferJobs, transferParts } from "../transfer-parts.ts";
import { type TestDatabase, testDatabase } from "./engines/test-database.ts";
import { testFrameStore } from "./engines/test-frame-store.ts";

export const TEST_PASSWORD = "Right-2026";
export const TEST_SECRET = "a secret of the tests";

const BARE_CONFIG: AppParts["config"] = {
  publicUrl: undefined,
  demo: false,
  metricsToken: undefined,
  trustProxy: false,
  smtpUrl: undefined,
  privateTargets: false,
  billingUrl: undefined,
  manageUrl: undefined,
  merchantRegistration: false,
  registrationReview: true,
  weixin: undefined,
  loginOrigins: [],
  tileUrl: undefined,
  tileCredit: undefined,
  tileDatum: "wgs84",
};

/** A job without a worker: it stays queued. */
export const testJob = defineJob("test.nothing", { input: z.object({}), handler: async () => undefined });

export interface TestUser {
  tenantId: string;
  userId: string;
  name: string;
  token: string;
  sessionId: string;
}

export interface TestApp {
  app: FastifyInstance;
  database: TestDatabase;
  store: OpenFrameStore;
  jobs: Jobs;
  bus: Bus;
  /** Where downloads and uploads are. */
  transferFolder: string;
  files: FileParts;
  firmware: FirmwareParts;
  outputs: OutputServices;
  /** Where the bytes of files lie. */
  filePlace: FilePlace;
  /** Changes handed to the holder of connections. */
  deviceChanges: DeviceChange[];
  /** The vehicles that the program would drive. */
  simulated: { thingsId: string; deviceId: string; key: string }[];
  /** A user with an open session; its tenant is made where there is none of this name. */
  user(account: {
    tenant: string;
    name: string;
    role: Role;
    level?: Level | "none";
    phone?: string;
  }): Promise<TestUser>;
  call(user: { token: string } | null, options: InjectOptions): Promise<LightMyRequestResponse>;
  close(): Promise<void>;
}

/** The world outside the process: the frame store and the terminals. */
interface TestLinks extends Partial<Pick<AppParts, "askDevice" | "bus" | "readyParts" | "frameServers">> {
  /** Left out: one of its own, which ends with it. */
  store?: OpenFrameStore;
  /** Jobs run here; else they stay queued. */
  work?: boolean;
  /** Where files of transfers lie; else in a folder. */
  bucket?: Files;
  /** Instead of what transfers are given else. */
  transfers?: Partial<TransferParts>;
  /** Where files lie, and instead of what they are given else. */
  filePlace?: FilePlace;
  inboxPlace?: DirectPlace;
  files?: Partial<FileParts>;
  /** Instead of what outputs are given else. */
  outputs?: Partial<OutputServices>;
}

/** A terminal that does what it is asked for, and has an empty card. */
const answerWithNothing: AppParts["askDevice"] = async (_, { method }) => {
  return { kind: "done", result: method === "files.list" ? { total_size: 0, files: [] } : {} };
};

/** The whole of role web on a database of its own, without a port. */
export async function testApp(config: Partial<AppParts["config"]> = {}, links: TestLinks = {}): Promise<TestApp> {
  const database = await testDatabase();
  const log = createLog("fatal");
  const { store, drop } = links.store ? { store: links.store, drop: async () => undefined } : await testFrameStore();
  const stores = { db: database.db, ...partsOf(store) };
  const bus = links.bus ?? localBus(log);
  const folder = mkdtempSync(join(tmpdir(), "canopy-transfers-"));
  const transfers = { ...transferParts({ ...stores, bus, folder, bucket: links.bucket }), ...links.transfers };
  const place = links.filePlace ?? (await openFilePlace({ dataFolder: folder, s3: undefined }));
  const inbox = await openInboxOf(links.inboxPlace ?? { kind: "folder", folder: join(folder, "inbox") });
  const files = { ...fileParts({ ...stores, now: Date.now }, place, inbox), ...links.files };
  const firmware = firmwareParts({ db: database.db, secret: TEST_SECRET }, place);
  const outputs = {
    ...outputParts({
      ...stores,
      ...{ bus, secret: TEST_SECRET, receiver: files.receiver, dataFolder: folder },
      ...{ config: { ...BARE_CONFIG, ...config }, webAddress: () => "http://127.0.0.1" },
    }),
    ...links.outputs,
  };
  const frameJobs = [
    ...deletionJobs({ ...stores, bus, transferFolder: folder }),
    followJob(stores),
    backfillJob(stores),
  ];
  const { takeOver, remove } = quarantineJobs(stores);
  const lake = lakeRunJob({
    db: database.db,
    lake: store.lake,
    target: { kind: "folder", folder: join(folder, "lake") },
    now: Date.now,
  });
  const kinds = [
    testJob,
    lake,
    ...frameJobs,
    takeOver,
    remove,
    searchJob(stores),
    replayJob(stores),
    outputRunJob(outputs),
    testRuns({ ...stores, bus, ask: links.askDevice ?? answerWithNothing }),
    ownArchiveJob(database.db),
    ...transferJobs(transfers),
    ...fileJobs(files),
  ];
  const jobs = await startJobs({ database, log, jobs: kinds, work: links.work ?? false, onEnded: publishTaskEnd(bus) });
  const deviceChanges: DeviceChange[] = [];
  const simulated: TestApp["simulated"] = [];
  const app = await createApp({
    config: { ...BARE_CONFIG, ...config },
    ...stores,
    bus,
    jobs,
    log,
    secret: TEST_SECRET,
    version: "0.0.0-test",
    engineStates: () => ({ postgres: "ready" }),
    readyParts: links.readyParts ?? (() => readyParts(database.pool, store)),
    deviceChanged: (change) => deviceChanges.push(change),
    vehicles: { maySimulate: () => true, simulate: (one) => simulated.push(one) },
    askDevice: links.askDevice ?? answerWithNothing,
    mqttHost: "mqtt.canopy.example",
    mqtt: { host: "127.0.0.1", port: 1883, sslport: 8883 },
    transferFolder: folder,
    transferBucket: links.bucket,
    fileParts: files,
    firmwareParts: firmware,
    webAddress: () => "http://127.0.0.1",
    ftp: { host: "127.0.0.1", port: 2121 },
    observeStore: (registry) => {
      observeFrameStore(registry, store, database.db);
      observeDisks(registry, [{ address: "frames", store }]);
    },
    tally: newTally(),
    frameServers: links.frameServers ?? (async () => []),
    now: Date.now,
  });
  return {
    app,
    database,
    store,
    jobs,
    bus,
    transferFolder: folder,
    files,
    firmware,
    outputs,
    filePlace: place,
    deviceChanges,
    simulated,
    async user(account) {
      const made = await createAccount(database.db, {
        tenant: account.tenant,
        tenantKind: account.role === "system" ? "platform" : "owner",
        name: account.name,
        password: TEST_PASSWORD,
        role: account.role,
        tenantLevel: account.level ?? "write",
        ...(account.phone && { phone: account.phone }),
      });
      const user = await getUser(database.db, made.tenantId, made.userId);
      if (!user) throw new Error("the user was not made");
      const session = await openSession(database.db, user, { address: "127.0.0.1", agent: "test" }, false);
      return { ...made, name: account.name, token: session.token, sessionId: session.session_id };
    },
    call: (user, options) =>
      app.inject({
        ...options,
        headers: { ...(user && { authorization: `Bearer ${user.token}` }), ...options.headers },
      }),
    async close() {
      await app.close();
      await jobs.stop(0);
      await place.files.close();
      await files.inbox.close();
      await drop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
