import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../apps/server/platform/config.ts";
import { VARIABLE_NAMES } from "../apps/server/platform/config-variables.ts";
import { SERVER_FLAGS, SERVER_MEMORY } from "./setup/node24.mjs";

const FOLDER = join(import.meta.dirname, "../deploy");
const files = readdirSync(FOLDER).map((name) => [name, readFileSync(join(FOLDER, name), "utf8")] as const);
const textOf = (name: string) => files.find(([other]) => other === name)?.[1] ?? "";

describe("files for containers and services", () => {
  it.each(files)("%s names settings that exist", (_, text) => {
    const known: ReadonlySet<string> = new Set([...VARIABLE_NAMES, "CANOPY_BACKUP"]);
    const named = text.match(/\b(CANOPY_[A-Z_]+|DATABASE_URL|FRAMES_DATABASE_URL|NATS_URL|S3_URL)\b/g) ?? [];
    expect(named.filter((name) => !known.has(name))).toEqual([]);
  });

  it.each(["Dockerfile", "canopy.service"])("%s starts the server as `npm start` does", (file) => {
    const command = textOf(file).replace(/[",[\]]+\s*/g, " ");
    for (const part of [...SERVER_FLAGS, "apps/server/main.ts"]) expect(command).toContain(part);
    for (const [name, value] of Object.entries(SERVER_MEMORY)) expect(command).toContain(`${name}=${value}`);
  });

  it.each(files)("%s leaves no settings to a shell, which would take an & or a $ of a value for its own", (_, text) => {
    expect(text).not.toMatch(/(^|[\s;'"])(\.|source)\s+\S*\.env\b/);
  });

  it("the image publishes the ports that the server listens on", () => {
    const reading = readConfig({});
    if (!reading.ok) throw new Error(reading.problems.join(" "));
    const { httpPort, mqttPort, mqttsPort, ftpPort, ftpPassive } = reading.config;
    const ports = `${httpPort} ${mqttPort} ${mqttsPort} ${ftpPort} ${ftpPassive.from}-${ftpPassive.to}`;
    expect(textOf("Dockerfile")).toContain(`EXPOSE ${ports}`);
    for (const port of ports.split(" ")) expect(textOf("compose.yaml")).toContain(`${port}:${port}"`);
  });

  it.each(["compose.yaml", "compose.cluster.yaml"])("%s builds the image, which no registry has [OPS-02]", (name) => {
    const own = Object.values(servicesOf(name)).filter(({ image }) => image === "canopy");
    expect(own.length).toBeGreaterThan(0);
    for (const { build, pull_policy } of own) {
      expect(build).toEqual({ context: "..", dockerfile: "deploy/Dockerfile" });
      expect(pull_policy).toBe("build");
    }
  });

  it.each(["compose.yaml", "compose.cluster.yaml"])("%s leaves the pages to the proxy in front of it", (name) => {
    const services = Object.values(servicesOf(name));
    const pages = services.flatMap(({ ports = [] }) => ports).filter((port) => port.endsWith(":8080"));
    expect(pages).toHaveLength(1);
    expect(pages[0]).toMatch(/^(\$\{\w+:-127\.0\.0\.1\}|127\.0\.0\.1):/);
    const trusting = services.filter(({ image }) => image === "canopy");
    for (const { environment } of trusting) expect(environment.CANOPY_TRUST_PROXY).toMatch(/^\$\{CANOPY_TRUST_PROXY:-/);
  });

  it("processes of the cluster have scratch on the disk, each its own, and the lake elsewhere [OPS-02]", () => {
    for (const { image, volumes, tmpfs, environment } of Object.values(servicesOf("compose.cluster.yaml"))) {
      if (image !== "canopy") continue;
      expect(volumes).toContain("/data");
      expect(tmpfs).toEqual(["/tmp"]);
      expect(environment.CANOPY_LAKE).toMatch(/:\?\}$/);
    }
  });

  it.each(["compose.yaml", "compose.cluster.yaml", "kubernetes.yaml", "canopy-backup.service"])(
    "%s has a backup every night that keeps fourteen [OPS-03]",
    (name) => {
      const words = textOf(name)
        .replaceAll(/[",[\]]+/g, " ")
        .replaceAll(/\s+/g, " ");
      expect(words).toMatch(/node apps\/cli\/bin\/canopy\.mjs backup (\/backup )?--keep 14/);
    },
  );

  it("the user of the image owns the folder of the backups [OPS-03]", () => {
    expect(textOf("Dockerfile")).toMatch(/install -d -m 0700 -o canopy -g canopy \/backup/);
    expect(servicesOf("compose.yaml").canopy?.volumes).toContain("backup:/backup");
    expect(servicesOf("compose.cluster.yaml").backup?.volumes).toContain("backup:/backup");
    expect(textOf("canopy-backup.timer")).toMatch(/^OnCalendar=\*-\*-\* 02:00:00$/m);
  });

  it("terminals are told a name, and FTP reaches one process [FIL-03]", () => {
    expect(textOf("kubernetes.yaml")).toMatch(/^ {2}CANOPY_MQTT_HOST: \S+/m);
    const services = Object.values(servicesOf("compose.cluster.yaml"));
    expect(services.filter(({ ports = [] }) => ports.includes("2121:2121"))).toHaveLength(1);
    for (const name of ["CANOPY_MQTT_HOST", "CANOPY_FTP_HOST"])
      for (const file of ["compose.yaml", "compose.cluster.yaml"]) expect(textOf(file)).toContain(name);
  });

  it("Prometheus reads every process with role web, by the token of the metrics [OPS-03]", () => {
    const services = servicesOf("compose.cluster.yaml");
    const config = parse(textOf("prometheus.yaml")) as {
      scrape_configs: { job_name: string; authorization: object; static_configs: { targets: string[] }[] }[];
    };
    const [job] = config.scrape_configs;
    const web = Object.entries(services).filter(([, { environment }]) => environment?.CANOPY_ROLES === "web");
    expect(job?.static_configs[0]?.targets).toEqual(web.map(([name]) => `${name}:8080`));
    expect(textOf("prometheus-alerts.yaml")).toContain(`job="${job?.job_name}"`);
    expect(job?.authorization).toEqual({ credentials_file: "/run/secrets/canopy-token" });
    expect(textOf("compose.cluster.yaml")).toContain("canopy-token: { environment: CANOPY_METRICS_TOKEN }");
  });

  it("alerts see figures that are not a number, and stand in docs/operations.md [OPS-03]", () => {
    const { groups } = parse(textOf("prometheus-alerts.yaml")) as {
      groups: { rules: { alert: string; expr: string }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    const exprOf = (name: string) => rules.find(({ alert }) => alert === name)?.expr ?? "";
    // Of such a figure absent() says that it is there, and no comparison but this one is true.
    const isNoNumber = (figure: string) => `max(${figure}) != max(${figure})`;
    expect(exprOf("CanopyBackupMissing")).toContain(isNoNumber("canopy_backup_age_seconds"));
    for (const { alert, expr } of rules)
      for (const [, figure = ""] of expr.matchAll(/absent\((\w+)\)/g))
        expect([alert, expr]).toEqual([alert, expect.stringContaining(isNoNumber(figure))]);
    const described = readFileSync(join(FOLDER, "../docs/operations.md"), "utf8");
    for (const { alert } of rules) expect(described).toContain(`| \`${alert}\` |`);
  });

  it("the private key beside the cluster's file is not copied into the image", () => {
    expect(readFileSync(join(FOLDER, "../.dockerignore"), "utf8").split("\n")).toContain("deploy/tls");
  });
});

interface ComposeService {
  readonly image?: string;
  readonly build?: unknown;
  readonly pull_policy?: string;
  readonly ports?: readonly string[];
  readonly volumes?: readonly string[];
  readonly tmpfs?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

function servicesOf(name: string): Record<string, ComposeService> {
  const composed = parse(textOf(name), { merge: true }) as { services: Record<string, ComposeService> };
  return composed.services;
}
