import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../testing/engines/temporary-folder.ts";
import { type Config, loadConfig, readConfig } from "./config.ts";

const SECRET = "9f2c4e6a8b0d1f3e5c7a9b2d4f6e8c0a1b3d5f7e";

function configOf(env: Record<string, string>, dotEnv?: string): Config {
  const reading = readConfig(env, { dotEnv, folder: "/srv/canopy" });
  if (!reading.ok) throw new Error(reading.problems.join(" "));
  return reading.config;
}

function problemsOf(env: Record<string, string>, dotEnv?: string): readonly string[] {
  const reading = readConfig(env, { dotEnv });
  return reading.ok ? [] : reading.problems;
}

describe("configuration", () => {
  it("needs nothing", () => {
    expect(configOf({})).toMatchObject({
      host: "0.0.0.0",
      httpPort: 8080,
      mqttPort: 1883,
      mqttsPort: 8883,
      ftpPort: 2121,
      dataFolder: "/srv/canopy/data",
      demo: false,
      roles: ["web", "ingest", "worker"],
      trustProxy: false,
      logLevel: "info",
      databaseUrl: undefined,
      merchantRegistration: false,
      trashHours: 0,
      registrationReview: true,
    });
  });

  it("listens on this machine alone while the demo is on, unless a host is given", () => {
    expect(configOf({ CANOPY_DEMO: "on" }).host).toBe("127.0.0.1");
    expect(configOf({ CANOPY_DEMO: "on", CANOPY_HOST: "0.0.0.0" }).host).toBe("0.0.0.0");
  });

  it("reads .env, and the environment wins over it", () => {
    const config = configOf({ CANOPY_HTTP_PORT: "9000" }, "CANOPY_HTTP_PORT=1\nCANOPY_MQTT_PORT=2 # note\n");
    expect([config.httpPort, config.mqttPort]).toEqual([9000, 2]);
  });

  it("takes an empty value as none", () => {
    expect(configOf({ CANOPY_HTTP_PORT: "", DATABASE_URL: "" }).httpPort).toBe(8080);
  });

  it.each([
    ["CANOPY_HTTP_PORT", "80a", "a port number from 0 to 65535"],
    ["CANOPY_MQTT_PORT", "70000", "a port number from 0 to 65535, or off"],
    ["CANOPY_MQTTS_PORT", "off", "a port number from 0 to 65535"],
    ["CANOPY_DEMO", "yes", "on or off"],
    ["CANOPY_ROLES", "web,cook", "some of web,ingest,worker"],
    ["CANOPY_FTP_PASSIVE", "60000-50000", "a range of ports above 1023 such as 50000-50099"],
    ["CANOPY_MQTT_HOST", "mqtt://a:1883", "a host name such as mqtt.canopy.example, or an IPv4 address"],
    ["CANOPY_LOG_LEVEL", "loud", "one of fatal, error, warn, info, debug, trace, silent"],
    ["DATABASE_URL", "mysql://a/b", "an address such as postgresql://user:password@host:5432/canopy"],
    ["CANOPY_TRUST_PROXY", "10.0.0.999", expect.any(String)],
  ])("names %s when it is %s", (name, value, expected) => {
    const problems = problemsOf({ [name]: value });
    expect(problems).toHaveLength(1);
    if (typeof expected === "string") expect(problems[0]).toBe(`${name} is "${value}": expected ${expected}.`);
    else expect(problems[0]).toContain(name);
  });

  it("names every broken variable at once", () => {
    expect(problemsOf({ CANOPY_HTTP_PORT: "x", CANOPY_DEMO: "x" })).toHaveLength(2);
  });

  it("never repeats a secret or a password in a problem", () => {
    const [secret] = problemsOf({ CANOPY_SECRET: "hunter2" });
    expect(secret).toBe('CANOPY_SECRET is "(hidden)": expected at least 32 random characters.');
    const addresses = [
      "tcp://user:hunter2@host",
      "tcp://user:hunter2/a@b@host",
      "tcp://hunter2@host",
      "tcp://host/canopy?sslmode=on&password=hunter2",
      "postgresql://host/a, tcp://user:hunter2@host",
      "postgresql://me:hunter2@host/a,tcp://host/b",
    ];
    for (const address of addresses) {
      const [problem] = problemsOf({ FRAMES_DATABASE_URL: address });
      expect(problem).toContain("host");
      expect(problem).not.toContain("hunter2");
    }
  });

  it("takes one database for frames, or several", () => {
    expect(configOf({}).framesDatabaseUrls).toEqual([]);
    const two = "postgresql://a/frames, postgresql://b/frames";
    expect(configOf({ FRAMES_DATABASE_URL: two }).framesDatabaseUrls).toEqual(two.split(", "));
    expect(problemsOf({ FRAMES_DATABASE_URL: "postgresql://a/frames,http://b" })[0]).toContain("FRAMES_DATABASE_URL");
  });

  it("takes a bucket for files, and never repeats its keys [FIL-06]", () => {
    expect(configOf({}).s3).toBeUndefined();
    expect(configOf({ S3_URL: "https://id:hunter2@host/canopy" }).s3).toMatchObject({ bucket: "canopy" });
    const [problem] = problemsOf({ S3_URL: "https://id:hunter2@host" });
    expect(problem).toContain('S3_URL is "(hidden)": expected https://KEY:SECRET@host/bucket');
    expect(problem).not.toContain("hunter2");
    const reading = readConfig({ S3_URL: "https://id:hunter2@host/canopy" });
    expect(JSON.stringify(reading.ok && reading.settings)).not.toContain("hunter2");
  });

  it("takes a folder or a bucket for the lake, and never repeats its keys [OPS-06]", () => {
    expect(configOf({ CANOPY_LAKE: "/lake" }).lake).toEqual({ kind: "folder", folder: "/lake" });
    const url = "s3://id:hunter2@parquet/lake?region=eu-central-1";
    const settings = {
      setting: "CANOPY_LAKE",
      bucket: "parquet",
      prefix: "lake/",
      keys: { id: "id", secret: "hunter2" },
    };
    expect(configOf({ CANOPY_LAKE: url }).lake).toMatchObject({ kind: "s3", settings });
    const [problem] = problemsOf({ CANOPY_LAKE: "ftp://id:hunter2@host/lake" });
    expect(problem).toContain('CANOPY_LAKE is "(hidden)": expected the path of a folder, or https://KEY:SECRET@host');
    const reading = readConfig({ CANOPY_LAKE: url });
    expect(JSON.stringify(reading.ok && reading.settings) + problem).not.toContain("hunter2");
    const shown = readConfig({ CANOPY_LAKE: "/lake" });
    expect(shown.ok && shown.settings.find(({ name }) => name === "CANOPY_LAKE")).toMatchObject({ value: "/lake" });
  });

  it("says which line of .env is broken", () => {
    expect(problemsOf({}, "# settings\nCANOPY_DEMO on\n")).toEqual([".env line 2 is not NAME=value."]);
    expect(problemsOf({}, 'CANOPY_HOST="0.0.0.0\n')).toEqual(['.env line 1 opens a quote (") that is never closed.']);
  });

  it("takes quoted values that run over lines", () => {
    expect(configOf({}, "KEY='a\nb=c\n'\nexport CANOPY_HTTP_PORT=81").httpPort).toBe(81);
  });

  it("says so when .env cannot be read", () => {
    const folder = temporaryFolder();
    expect(loadConfig({}, folder).ok).toBe(true);
    writeFileSync(join(folder, ".env"), "CANOPY_HTTP_PORT=82");
    const reading = loadConfig({}, folder);
    expect(reading.ok && reading.config.httpPort).toBe(82);
    const broken = loadConfig({}, join(folder, ".env"));
    expect(broken.ok || broken.problems[0]).toContain("cannot be read");
  });

  it("warns about a setting it does not know", () => {
    const reading = readConfig({ CANOPY_PORT: "80" });
    expect(reading.ok && reading.warnings).toEqual(["CANOPY_PORT is not a setting of Canopy and was ignored."]);
  });

  it("says of each variable what counts and where it came from", () => {
    const env = { CANOPY_DEMO: "on", DATABASE_URL: "postgresql://me:hunter2@host/canopy", CANOPY_SECRET: SECRET };
    const reading = readConfig(env, { dotEnv: "CANOPY_ROLES=web" });
    const settings = reading.ok ? reading.settings : [];
    expect(settings).toContainEqual({ name: "CANOPY_DEMO", value: "on", source: "environment" });
    expect(settings).toContainEqual({ name: "CANOPY_ROLES", value: "web", source: ".env" });
    expect(settings).toContainEqual({ name: "CANOPY_FTP_PASSIVE", value: "50000-50099", source: "default" });
    expect(settings).toContainEqual({ name: "CANOPY_SECRET", value: "(hidden)", source: "environment" });
    expect(JSON.stringify(settings)).not.toContain("hunter2");
  });

  it("takes terminals over TLS alone where the plain port is off, which the demo needs", () => {
    expect(configOf({ CANOPY_MQTT_PORT: "off" }).mqttPort).toBeUndefined();
    expect(problemsOf({ CANOPY_MQTT_PORT: "off", CANOPY_DEMO: "on" })).toEqual([
      "CANOPY_MQTT_PORT is off, and the demo's vehicles connect there: give it a port, or set CANOPY_DEMO=off.",
    ]);
  });

  it("refuses two services on one port and half a certificate", () => {
    expect(problemsOf({ CANOPY_HTTP_PORT: "1883" })).toEqual([
      "CANOPY_HTTP_PORT and CANOPY_MQTT_PORT are both 1883: give each its own port.",
    ]);
    expect(problemsOf({ CANOPY_TLS_CERT: "a.pem" })[0]).toContain("CANOPY_TLS_KEY");
  });

  it("trusts one proxy when on, and never all of them", () => {
    expect(configOf({ CANOPY_TRUST_PROXY: "on" }).trustProxy).toBe(1);
    expect(configOf({ CANOPY_TRUST_PROXY: "10.0.0.0/8, ::1" }).trustProxy).toEqual(["10.0.0.0/8", "::1"]);
  });
});

describe("production", () => {
  const production = { NODE_ENV: "production" };

  it("refuses the demo tenant", () => {
    expect(problemsOf({ ...production, CANOPY_DEMO: "on" })[0]).toContain("CANOPY_DEMO");
  });

  it("refuses a default secret", () => {
    for (const secret of ["change-me-change-me-change-me-change-me", "a".repeat(40)])
      expect(problemsOf({ ...production, CANOPY_SECRET: secret })[0]).toContain("CANOPY_SECRET");
    expect(problemsOf({ ...production, CANOPY_SECRET: SECRET })).toEqual([]);
  });

  it("refuses to make a secret of its own, and names the variable", () => {
    for (const roles of [{}, { CANOPY_ROLES: "web" }])
      expect(problemsOf({ ...production, ...roles })).toEqual([
        "CANOPY_SECRET is absent: NODE_ENV=production needs random characters (openssl rand -hex 32).",
      ]);
  });
});
