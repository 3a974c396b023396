import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3Settings } from "../../platform/files/s3-url.ts";

const PYTHON = "/usr/bin/python3";
const SERVER = join(import.meta.dirname, "s3-server.py");
const FIND = "import importlib.util as u, sys; sys.exit(u.find_spec('swift.common.middleware.s3api') is None)";
export const BUCKET = "canopy";
const KEYS = { id: "test:tester", secret: "testing" };

/** Why there is no S3 server to test with, or undefined. */
export function whyNoS3(): string | undefined {
  const found = spawnSync(PYTHON, ["-c", FIND], { stdio: "ignore" });
  return found.status === 0 ? undefined : "OpenStack Swift is not installed (apt-get install python3-swift)";
}

export interface TestS3 {
  readonly port: number;
  stop(): Promise<void>;
}

/** A real S3 server of its own on a free port, with one bucket. */
export async function testS3(): Promise<TestS3> {
  const folder = mkdtempSync(join(tmpdir(), "canopy-s3-"));
  const child = spawn(PYTHON, [SERVER, folder], { stdio: ["pipe", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const stop = async () => {
    child.stdin.end();
    child.kill("SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [line] = await Promise.race([once(child.stdout, "data"), ended.then(() => ["{}"])]);
    const { port } = JSON.parse(String(line)) as { port?: number };
    if (port === undefined) throw new Error("the S3 server ended at once");
    await makeBucket(port);
    return { port, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The client is loaded here: most tests need the names of this file only. */
async function makeBucket(port: number): Promise<void> {
  const { CreateBucketCommand, S3Client } = await import("@aws-sdk/client-s3");
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId: KEYS.id, secretAccessKey: KEYS.secret },
    requestChecksumCalculation: "WHEN_REQUIRED",
  });
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }));
  client.destroy();
}

/** Of one store in its bucket. */
export function s3SettingsOf(port: number, prefix: string): S3Settings {
  return {
    setting: "S3_URL",
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    bucket: BUCKET,
    prefix: `${prefix}/`,
    keys: KEYS,
    isPathStyle: true,
    cacheBytes: 256 * 1024 ** 2,
  };
}
