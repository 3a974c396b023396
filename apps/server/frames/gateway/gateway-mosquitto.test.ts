import { execFile, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { candtuDownTopic, candtuUpTopic } from "@canopy/contract/device-link/candtu-topics";
import { downTopic, upTopic } from "@canopy/contract/device-link/topics";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { selfSigned } from "../../platform/tls/self-signed.ts";
import { protocolVector } from "../../testing/protocol-page.ts";
import { DEVICE, KEY, OTHER, testGateway } from "../../testing/terminals/test-gateway.ts";
import { sealCandtuToken } from "../dialects/candtu-token.ts";
import { candtuDialect } from "../dialects/dialect-candtu.ts";
import { canopyDialect } from "../dialects/dialect-canopy.ts";
import type { Gateway } from "./gateway.ts";

// Programs of the machine, not of a package.
const PUB = "mosquitto_pub";
const SUB = "mosquitto_sub";
const SECRET = "a secret of the tests";
const VERSIONS = ["mqttv311", "mqttv5"] as const;
const NATIVE = ["-i", DEVICE, "-u", DEVICE, "-P", KEY];
const ADDRESS = { owner: "tenant", type: "candtu", deviceId: DEVICE };

/** A client that is not ours and not of the library that we read packets with; present on many machines, not on all. */
function isInstalled(): boolean {
  try {
    execFileSync(PUB, ["--help"]);
    return true;
  } catch (error) {
    return !(error instanceof Error && "code" in error && error.code === "ENOENT");
  }
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "canopy-mosquitto-"));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

function fileOf(bytes: Buffer): string {
  const path = join(folder(), "payload");
  writeFileSync(path, bytes);
  return path;
}

interface Ended {
  code: number;
  output: string;
}

function run(program: string, version: string, args: readonly string[]): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(program, ["-h", "127.0.0.1", "-V", version, ...args], { timeout: 10_000 }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr });
    });
  });
}

const both = () => testGateway({ dialects: [canopyDialect, candtuDialect(SECRET)] });
const port = (gateway: Gateway) => ["-p", String(gateway.mqttPort)];

function candtuLogin(): string[] {
  const token = sealCandtuToken(SECRET, { deviceId: DEVICE, type: "candtu", key: KEY, atMs: Date.now() });
  return ["-i", `candtu:${DEVICE}`, "-u", DEVICE, "-P", token];
}

describe.skipIf(!isInstalled()).each(VERSIONS)("mosquitto's clients with %s", (version) => {
  it("publish a batch of the page, acknowledged [DEV-12]", async () => {
    const { gateway, batches } = await both();
    const { payload, epoch, sequence } = protocolVector("cb1-classic");
    const args = ["-q", "1", "-t", upTopic(DEVICE, "frames"), "-f", fileOf(payload)];
    expect(await run(PUB, version, [...port(gateway), ...NATIVE, ...args])).toEqual({
      code: 0,
      output: "",
    });
    expect(batches).toMatchObject([{ epoch, sequence }]);
  });

  it("publish records of the candtu dialect [DEV-12]", async () => {
    const { gateway, batches } = await both();
    const { payload, frames } = protocolVector("candtu-raw");
    const args = ["-q", "1", "-t", candtuUpTopic(ADDRESS, "raw"), "-f", fileOf(payload)];
    expect(await run(PUB, version, [...port(gateway), ...candtuLogin(), ...args])).toMatchObject({
      code: 0,
    });
    expect(batches[0]?.frames.length).toBe(frames.length);
  });

  it.each(["native", "candtu"])("hear a request of the %s dialect [DEV-12]", async (dialect) => {
    const { gateway } = await both();
    const isNative = dialect === "native";
    const topic = isNative ? downTopic(DEVICE, "request") : candtuDownTopic(ADDRESS);
    const login = isNative ? NATIVE : candtuLogin();
    const heard = run(SUB, version, [...port(gateway), ...login, "-q", "1", "-C", "1", "-t", topic]);
    // Nothing is queued for it before it has subscribed.
    const ask = { method: "record.start", params: {}, timeoutMs: 100 };
    const asking = setInterval(() => gateway.request(DEVICE, ask), 50);
    onTestFinished(() => clearInterval(asking));
    const { output } = await heard;
    expect(output).toContain(isNative ? '"method":"record.start"' : "StartRec");
  });

  it("are refused a wrong key and a foreign topic [DEV-12]", async () => {
    const { gateway, messages } = await both();
    const topic = ["-q", "1", "-t", upTopic(OTHER, "status"), "-m", "{}"];
    const wrong = ["-i", DEVICE, "-u", DEVICE, "-P", "wrong", ...topic];
    expect(await run(PUB, version, [...port(gateway), ...wrong])).toMatchObject({
      output: expect.stringMatching(/refused|bad user name/i),
    });
    const foreign = await run(PUB, version, [...port(gateway), ...NATIVE, ...topic]);
    expect(foreign.code !== 0 || foreign.output !== "").toBe(true);
    const denied = await run(SUB, version, [...port(gateway), ...NATIVE, "-t", "#", "-W", "5"]);
    expect(denied.output).toMatch(/denied/i);
    expect(messages).toEqual([]);
  });

  it("come over TLS with the certificate checked [DEV-12]", async () => {
    const identity = selfSigned(["localhost", "127.0.0.1"], Date.now());
    const { gateway, messages } = await testGateway({ tls: { port: 0, ...identity } });
    const tls = ["-p", String(gateway.mqttsPort), "--cafile", fileOf(Buffer.from(identity.cert))];
    const status = ["-q", "1", "-t", upTopic(DEVICE, "status"), "-m", '{"time":1700000000000}'];
    expect(await run(PUB, version, [...tls, ...NATIVE, ...status])).toEqual({ code: 0, output: "" });
    expect(messages).toMatchObject([{ kind: "status" }]);
  });

  it("that are killed leave their will [DEV-07]", async () => {
    const { gateway, presence, messages } = await both();
    const will = ["--will-topic", upTopic(DEVICE, "event"), "--will-payload", String(protocolVector("event").payload)];
    const args = [
      "-h",
      "127.0.0.1",
      "-V",
      version,
      ...port(gateway),
      ...NATIVE,
      ...will,
      "-t",
      downTopic(DEVICE, "request"),
    ];
    const child = spawn(SUB, args, { stdio: "ignore" });
    await vi.waitFor(() => expect(gateway.isOnline(DEVICE)).toBe(true), 5000);
    child.kill("SIGKILL");
    await vi.waitFor(() => expect(presence.at(-1)).toMatchObject({ online: false, reason: "lost" }), 5000);
    await vi.waitFor(() => expect(messages).toMatchObject([{ kind: "event" }]));
  });
});
