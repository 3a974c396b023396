import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../testing/engines/temporary-folder.ts";
import { readConfig } from "./config.ts";
import { explainConfiguration } from "./doctor.ts";
import { lockDataFolder } from "./engines/data-lock.ts";

const PORTS = { CANOPY_HTTP_PORT: "0", CANOPY_MQTT_PORT: "0", CANOPY_MQTTS_PORT: "0", CANOPY_FTP_PORT: "0" };
const explain = (env: Record<string, string>, probes?: Parameters<typeof explainConfiguration>[1]) =>
  explainConfiguration(
    readConfig({ CANOPY_HOST: "127.0.0.1", CANOPY_DATA: temporaryFolder(), ...PORTS, ...env }),
    probes,
  );

describe("doctor", () => {
  it("finds nothing wrong with nothing set, and changes nothing [OPS-03]", async () => {
    const data = join(temporaryFolder(), "data");
    const rows = await explain({ CANOPY_DATA: data });
    expect(rows.filter((row) => row.level === "problem")).toEqual([]);
    expect(rows).toContainEqual(expect.objectContaining({ what: "PostgreSQL", value: expect.stringContaining("18.") }));
    expect(rows).toContainEqual(expect.objectContaining({ what: "frames database", value: "on the same server" }));
    expect(rows).toContainEqual(
      expect.objectContaining({ what: "data folder", sentence: "It is made at the first start." }),
    );
    expect(rows).toContainEqual({ what: "CANOPY_DEMO", value: "off", source: "default", level: "ok" });
  });

  it("shows no secret and no password", async () => {
    const secret = "9f2c4e6a8b0d1f3e5c7a9b2d4f6e8c0a1b3d5f7e";
    const rows = await explain({ CANOPY_SECRET: secret, DATABASE_URL: "postgresql://me:hunter2@db.example/canopy" });
    expect(JSON.stringify(rows)).not.toMatch(/9f2c4e|hunter2/);
    expect(rows).toContainEqual(expect.objectContaining({ what: "PostgreSQL", value: "at db.example" }));
  });

  it("repeats what is wrong with the configuration", async () => {
    const rows = await explain({ CANOPY_HTTP_PORT: "x" });
    expect(rows.find((row) => row.level === "problem")?.sentence).toContain("CANOPY_HTTP_PORT");
  });

  it("names the variable of a port that is taken, unless by Canopy itself", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const taken = String((server.address() as AddressInfo).port);
    const data = temporaryFolder();
    const env = { CANOPY_HTTP_PORT: taken, CANOPY_DATA: data };
    expect((await explain(env)).find((row) => row.level === "problem")?.sentence).toBe(
      `127.0.0.1:${taken} cannot be listened on (EADDRINUSE): set CANOPY_HTTP_PORT to another port.`,
    );
    const lock = lockDataFolder(data);
    expect((await explain(env)).filter((row) => row.level === "problem")).toEqual([]);
    lock.release();
    server.close();
  });

  it("tells a lock that a dead process left [OPS-03]", async () => {
    const data = temporaryFolder();
    writeFileSync(join(data, "canopy.lock"), JSON.stringify({ pid: 1, boot: "another boot", ticks: "1" }));
    const row = (await explain({ CANOPY_DATA: data })).find(({ what }) => what === "running");
    expect(row).toMatchObject({ level: "warn", sentence: expect.stringContaining("process that died") });
  });

  it("warns of little room and says what is missing", async () => {
    const rows = await explain(
      { CANOPY_TLS_CERT: "/nowhere/cert.pem", CANOPY_TLS_KEY: "/nowhere/key.pem", CANOPY_TYPO: "1" },
      { freeBytes: () => 1024 ** 3 },
    );
    expect(rows).toContainEqual(expect.objectContaining({ what: "disk free", value: "1.0 GB", level: "warn" }));
    expect(rows).toContainEqual(expect.objectContaining({ what: "CANOPY_TLS_CERT", level: "problem" }));
    expect(rows.some((row) => row.level === "warn" && row.sentence?.startsWith("CANOPY_TYPO"))).toBe(true);
  });
});
