// Files of devices: uploads by HTTP and FTP beside the disk's own rate, memory while twenty run, analysis into history.
// `--mb N` (512) of each upload, `--frames N` (5,000,000) of the log. Deletion of frames is `bench delete`.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { closeSync, fsyncSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { ANALYSIS_STATUS } from "@canopy/contract/files/file-analysis";
import { MOST_PIECE_BYTES } from "@canopy/contract/files/uploads";
import { createAccount } from "../apps/server/accounts/create-account.ts";
import { openSession } from "../apps/server/accounts/open-session.ts";
import { getUser } from "../apps/server/accounts/user-store.ts";
import { setPackage } from "../apps/server/capacity/package-store.ts";
import { setFtpPassword } from "../apps/server/files/ftp/ftp-account-store.ts";
import { FaultProgram } from "../apps/server/testing/faults/fault-program.ts";
import { freePort } from "../apps/server/testing/processes/spawn-program.ts";
import { type TestDevice, testDevice } from "../apps/server/testing/terminals/test-device.ts";
import { flag, textFlag } from "./load/flags.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { rssMb } from "./load/process-use.ts";
import { quantile } from "./load/quantile.ts";
import { runApart } from "./load/run-apart.ts";
import { vehicleFrames, writeFile } from "./logs/files.ts";
import type { BenchResult } from "./run.ts";

const LIMITS: Limits = {
  atLeast: { httpOfDisk: 0.5, ftpOfDisk: 0.5, analysisFramesPerSecond: 1_000_000 },
  atMost: { rssGrowthMb: 64 },
};
const MB = 1_000_000;
const AT_ONCE = 20;
/** Of each of the twenty. */
const SMALL_MB = 128;
const PASSWORD = "bench-password";
const QUOTA = 1024 ** 4;
const FORMATS = ["candump", "blf"] as const;

interface World {
  readonly program: FaultProgram;
  readonly ftpPort: number;
  readonly device: TestDevice;
  readonly token: string;
  readonly tenantId: string;
}

export async function run(): Promise<BenchResult> {
  const written = textFlag("write");
  if (written !== undefined) return writeLogs(written);
  const folder = mkdtempSync(join(tmpdir(), "canopy-files-bench-"));
  runApart("files", "--write", folder, "--frames", String(flag("frames", 5_000_000)));
  const world = await start();
  try {
    const size = flag("mb", 512) * MB;
    await sendByHttp(world, "warm-up", 64 * MB);
    await sendByFtp(world, "warm-up", 64 * MB);
    const rates = await inTurn(3, {
      disk: async (round) => writeToDisk(join(folder, `disk-${round}`), size),
      http: (round) => sendByHttp(world, `http-${round}`, size),
      ftp: (round) => sendByFtp(world, `ftp-${round}`, size),
    });
    const metrics = {
      diskMbPerSecond: rates.disk / MB,
      httpMbPerSecond: rates.http / MB,
      ftpMbPerSecond: rates.ftp / MB,
      httpOfDisk: rates.http / rates.disk,
      ftpOfDisk: rates.ftp / rates.disk,
      ...(await memoryOfTwenty(world)),
      ...(await analyses(world, folder)),
    };
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await world.program.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** In a process of its own. */
function writeLogs(folder: string): BenchResult {
  const batches = vehicleFrames(flag("frames", 5_000_000));
  for (const format of FORMATS) writeFile(join(folder, format), format, batches);
  return { metrics: {}, peers: {}, ratios: {} };
}

async function start(): Promise<World> {
  const ftpPort = await freePort();
  const program = await FaultProgram.start({ CANOPY_FTP_PORT: String(ftpPort) });
  const { db, close } = await program.openDatabase();
  const account = { tenant: "bench", tenantKind: "owner", name: "bench_user", password: "Bench-2026" } as const;
  const made = await createAccount(db, { ...account, role: "manager", tenantLevel: "write" });
  const { tenantId, userId } = made;
  await setPackage(db, tenantId, UNLIMITED_PACKAGE);
  const device = await testDevice(db, tenantId);
  await setFtpPassword(db, { tenantId, thingsId: device.thingsId }, PASSWORD, QUOTA);
  const user = await getUser(db, tenantId, userId);
  if (!user) throw new Error("no user");
  const { token } = await openSession(db, user, { address: "127.0.0.1", agent: "bench" }, false);
  await close();
  return { program, ftpPort, device, token, tenantId };
}

/** Medians of bytes per second; round by round, so that all meet the same disk. */
async function inTurn<K extends string>(
  rounds: number,
  works: Record<K, (round: number) => Promise<number>>,
): Promise<Record<K, number>> {
  const found = {} as Record<K, number[]>;
  for (let round = 0; round < rounds; round += 1)
    for (const name of Object.keys(works) as K[]) {
      found[name] ??= [];
      found[name].push(await works[name](round));
    }
  const medians = Object.entries<number[]>(found).map(([name, all]) => [name, quantile(all, 0.5)]);
  return Object.fromEntries(medians) as Record<K, number>;
}

/** One file in pieces as large as ours, on disk at its end. */
async function writeToDisk(path: string, size: number): Promise<number> {
  const piece = randomBytes(MOST_PIECE_BYTES);
  const began = performance.now();
  const file = openSync(path, "w");
  for (let at = 0; at < size; at += piece.length) writeSync(file, piece, 0, Math.min(piece.length, size - at));
  fsyncSync(file);
  closeSync(file);
  const rate = size / ((performance.now() - began) / 1000);
  rmSync(path);
  return rate;
}

async function answered<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function sendByHttp({ program, device }: World, name: string, source: number | string): Promise<number> {
  const bytes = typeof source === "string" ? readFileSync(source) : undefined;
  const size = bytes?.length ?? Number(source);
  const piece = randomBytes(MOST_PIECE_BYTES);
  const began = performance.now();
  const body = JSON.stringify({ device_id: device.deviceId, key: device.key, name, size });
  const headers = { "content-type": "application/json" };
  const begun = await fetch(`${program.base}/v1/device/files`, { method: "POST", headers, body });
  const { data } = await answered<{ data: { upload: string } }>(begun);
  for (let at = 0; at < size; at += MOST_PIECE_BYTES) {
    const length = Math.min(MOST_PIECE_BYTES, size - at);
    const part = bytes?.subarray(at, at + length) ?? piece.subarray(0, length);
    const url = `${program.base}/v1/file-uploads/${data.upload}?offset=${at}`;
    await put(url, part);
  }
  return size / ((performance.now() - began) / 1000);
}

/** `fetch` copies a body twice. */
async function put(url: string, bytes: Uint8Array): Promise<void> {
  const headers = { "content-type": "application/octet-stream", "content-length": bytes.length };
  const sent = request(url, { method: "PUT", headers });
  sent.end(bytes);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  const text = Buffer.concat(await answer.toArray()).toString();
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text}`);
}

async function sendByFtp({ ftpPort, device }: World, name: string, size: number): Promise<number> {
  const piece = randomBytes(MOST_PIECE_BYTES);
  const began = performance.now();
  const address = `ftp://127.0.0.1:${ftpPort}/${name}`;
  const curl = spawn("curl", ["-sS", "-u", `${device.deviceId}:${PASSWORD}`, "-T", "-", address], {
    stdio: ["pipe", "ignore", "inherit"],
  });
  const ended = once(curl, "exit");
  for (let at = 0; at < size; at += piece.length)
    if (!curl.stdin.write(piece.subarray(0, Math.min(piece.length, size - at)))) await once(curl.stdin, "drain");
  curl.stdin.end();
  const [code] = await ended;
  if (code !== 0) throw new Error(`curl ended with ${code}`);
  return size / ((performance.now() - began) / 1000);
}

/** The server's memory above its rest while ten come by HTTP and ten by FTP. */
async function memoryOfTwenty(
  world: World,
): Promise<{ rssGrowthMb: number; rssRestMb: number; twentyMbPerSecond: number }> {
  const { pid } = world.program;
  await sleep(5000);
  const rest = rssMb(pid);
  let most = rest;
  const watching = setInterval(() => {
    most = Math.max(most, rssMb(pid));
  }, 50);
  const began = performance.now();
  const size = SMALL_MB * MB;
  await Promise.all(
    Array.from({ length: AT_ONCE }, (_, i) =>
      i % 2 === 0 ? sendByHttp(world, `small-${i}`, size) : sendByFtp(world, `small-${i}`, size),
    ),
  );
  clearInterval(watching);
  const seconds = (performance.now() - began) / 1000;
  return { rssRestMb: rest, rssGrowthMb: most - rest, twentyMbPerSecond: (AT_ONCE * SMALL_MB) / seconds };
}

/** From the call to the frames in history. */
async function analyses(world: World, folder: string): Promise<Record<string, number>> {
  const metrics: Record<string, number> = {};
  const { db, close } = await world.program.openDatabase();
  for (const format of FORMATS) {
    // Frames at times that the device has already are numbered behind those: this is not what is measured.
    const device = await testDevice(db, world.tenantId);
    await sendByHttp({ ...world, device }, `${format}.log`, join(folder, format));
    metrics[`${format}FramesPerSecond`] = await analysed(world, `${format}.log`);
  }
  await close();
  const slowest = Math.min(...FORMATS.map((format) => metrics[`${format}FramesPerSecond`] ?? 0));
  return { ...metrics, analysisFramesPerSecond: slowest };
}

async function analysed({ program, token, tenantId }: World, name: string): Promise<number> {
  const root = `${program.base}/v1/single/things-file-mgmt/${tenantId}`;
  const headers = { authorization: `Bearer ${token}` };
  const list = await fetch(`${root}/file-list?ext_info=${name}`, { headers });
  const [file] = (await answered<{ list: { id: string }[] }>(list)).list;
  const began = performance.now();
  const started = await fetch(`${root}/file-analysis/${file?.id}`, { method: "POST", headers });
  const { recordId } = await answered<{ recordId: string }>(started);
  for (;;) {
    const asked = await fetch(`${root}/file-analysis/${recordId}`, { headers });
    const { data } = await answered<{ data: { status: number; frames: number; message_code: string } }>(asked);
    if (data.status === ANALYSIS_STATUS.success) return data.frames / ((performance.now() - began) / 1000);
    if (data.status !== ANALYSIS_STATUS.analysing) throw new Error(`the analysis failed: ${data.message_code}`);
    await sleep(20);
  }
}
