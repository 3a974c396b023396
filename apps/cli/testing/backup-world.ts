import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { FrameBatch } from "@canopy/can/frame/batch";
import { seedDemo } from "../../server/accounts/seed-demo.ts";
import { findSignInAccounts } from "../../server/accounts/user-store.ts";
import { openFilePlace } from "../../server/file-parts.ts";
import { FileContents } from "../../server/files/file-contents.ts";
import { FileReceiver } from "../../server/files/receive-file.ts";
import { openIngest } from "../../server/frames/ingest/open-ingest.ts";
import { heldFiles } from "../../server/platform/files/held-files.ts";
import { createLog } from "../../server/platform/log.ts";
import { type TestDatabase, testDatabase } from "../../server/testing/engines/test-database.ts";
import { type TestFrameStore, testFrameStore } from "../../server/testing/engines/test-frame-store.ts";
import { testStoredFile } from "../../server/testing/stored/test-stored-file.ts";
import { type TestDevice, testDevice } from "../../server/testing/terminals/test-device.ts";

const canopy = join(import.meta.dirname, "../bin/canopy.mjs");

export interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

type Env = Record<string, string>;

const withPath = (env: Env) => ({ PATH: process.env.PATH ?? "", HOME: process.env.HOME ?? "", ...env });

/** `canopy …` in a folder without a configuration of its own. */
export async function runCanopy(cwd: string, args: string[], env: Env, input = ""): Promise<Outcome> {
  const running = promisify(execFile)(process.execPath, [canopy, ...args], { cwd, env: withPath(env) });
  running.child.stdin?.end(input);
  try {
    return { code: 0, ...(await running) };
  } catch (error) {
    const { code, stdout, stderr } = error as Outcome;
    return { code, stdout, stderr };
  }
}

/** The same as a process that can be killed. */
export function spawnCanopy(cwd: string, args: string[], env: Env) {
  const child = spawn(process.execPath, [canopy, ...args], { cwd, env: withPath(env), stdio: "ignore" });
  const ended = once(child, "exit");
  return { child, ended: async () => (await ended)[0] as number | null };
}

export interface BackupWorld {
  readonly database: TestDatabase;
  readonly frames: TestFrameStore;
  readonly device: TestDevice;
  readonly dataFolder: string;
  readonly env: Env;
  readonly receiver: FileReceiver;
  readonly tenantId: string;
  readonly fileId: string;
  /** One batch of 50 frames, acknowledged. */
  send(): Promise<void>;
  drop(): Promise<void>;
}

const BATCH = 50;

/** An installation with accounts, a device with frames, some settled and some landed, and a file. */
export async function backupWorld(): Promise<BackupWorld> {
  const [database, frames] = [await testDatabase(), await testFrameStore()];
  const dataFolder = dirname(frames.folder);
  await seedDemo(database.db);
  const [owner] = await findSignInAccounts(database.db, "demo");
  if (owner === undefined) throw new Error("there is no demo account");
  const { tenantId, id: userId } = owner;
  const device = await testDevice(database.db, tenantId);
  const place = await openFilePlace({ dataFolder, s3: undefined });
  const contents = new FileContents(database.db, { ...place, files: heldFiles(place.files, database.db) });
  const receiver = new FileReceiver({ db: database.db, contents });
  const { fileId } = await testStoredFile(database.db, receiver, { tenantId, userId });
  const send = sender(frames, device);
  for (let i = 0; i < 4; i += 1) {
    await send();
    await frames.settle();
  }
  await send();
  return {
    database,
    frames,
    device,
    dataFolder,
    env: {
      DATABASE_URL: database.url,
      FRAMES_DATABASE_URL: frames.framesDatabase.url,
      CANOPY_DATA: dataFolder,
    },
    receiver,
    tenantId,
    fileId,
    send,
    async drop() {
      await place.files.close();
      await frames.drop();
      await database.drop();
    },
  };
}

function sender({ store }: TestFrameStore, device: TestDevice): () => Promise<void> {
  const ingest = openIngest({ landing: store.landing, log: createLog("error"), mayStore: () => true });
  const startUs = Date.now() * 1000 - 600_000_000;
  let sequence = 0;
  return async () => {
    const frames = new FrameBatch();
    for (let i = 0; i < BATCH; i += 1)
      frames.push(startUs + (sequence * BATCH + i) * 1000, 0, 0x123, 0, 2, Uint8Array.of(i, sequence & 255));
    const { bindingNumber, deviceId, tenantId } = device;
    const batch = { bindingNumber, deviceId, tenantId, receivedAtMs: Date.now(), epoch: 1, frames, raw: undefined };
    await ingest.ingest({ ...batch, sequence });
    sequence += 1;
  };
}
