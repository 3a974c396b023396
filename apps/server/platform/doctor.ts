import { accessSync, constants, existsSync } from "node:fs";
import { createServer } from "node:net";
import { dirname } from "node:path";
import type { Config, ConfigReading, Source } from "./config.ts";
import { freeBytes } from "./engines/data-folder.ts";
import { isLockLeft, lockHolder } from "./engines/data-lock.ts";
import { describeEngineHome, locateEngineHome } from "./engines/engine-home.ts";
import { systemCode } from "./engines/start-fault.ts";
import { findPostgresBinaries } from "./postgres/postgres-binaries.ts";
import { isServedElsewhere } from "./postgres/server-elsewhere.ts";

/** One line of `canopy doctor`: a setting or a fact, whether it will do, and if not, why. */
export interface DoctorRow {
  readonly what: string;
  readonly value: string;
  readonly source: Source | "machine";
  readonly level: "ok" | "warn" | "problem";
  readonly sentence?: string;
}

interface Probes {
  freeBytes?(folder: string): number;
}

const ROOMY_BYTES = 5 * 1024 ** 3;
const NODE_MAJOR = 24;

/** Explains the configuration and looks whether this machine can run it. Changes nothing. */
export async function explainConfiguration(reading: ConfigReading, probes: Probes = {}): Promise<DoctorRow[]> {
  if (!reading.ok)
    return [nodeRow(), ...reading.problems.map((problem) => doctorRow("configuration", "", "problem", problem))];
  const { config } = reading;
  const settings = reading.settings.map(
    ({ name, value, source }): DoctorRow => ({ what: name, value: value || "(not set)", source, level: "ok" }),
  );
  const warnings = reading.warnings.map((warning) => doctorRow("configuration", "", "warn", warning));
  return [
    nodeRow(),
    ...settings,
    ...warnings,
    ...(await dataFolderRows(config, probes)),
    postgresRow(config.databaseUrl),
    framesDatabaseRow(config),
    ...tlsRows(config),
    ...(await portRows(config)),
  ];
}

export function doctorRow(what: string, value: string, level: DoctorRow["level"], sentence?: string): DoctorRow {
  return { what, value, source: "machine", level, ...(sentence && { sentence }) };
}

function nodeRow(): DoctorRow {
  if (Number.parseInt(process.versions.node, 10) >= NODE_MAJOR) return doctorRow("Node", process.version, "ok");
  return doctorRow(
    "Node",
    process.version,
    "problem",
    "Canopy runs on Node 24: npm install brings it, npm start uses it.",
  );
}

async function dataFolderRows(config: Config, probes: Probes): Promise<DoctorRow[]> {
  const folder = config.dataFolder;
  const found = nearestExisting(folder);
  const rows = [writableRow(folder, found), diskRow(found, probes.freeBytes ?? freeBytes)];
  if (!existsSync(folder)) return rows;
  return [...rows, await runningRow(folder), engineHomeRow(folder)];
}

async function runningRow(folder: string): Promise<DoctorRow> {
  const holder = lockHolder(folder);
  if (holder !== undefined) return doctorRow("running", `process ${holder}`, "ok");
  // Where the engines cannot be entered, their own line says so.
  if (await isServedElsewhere(folder).catch(() => false))
    return doctorRow("running", "in another container", "warn", "Run doctor in that one: docker compose exec.");
  if (!isLockLeft(folder)) return doctorRow("running", "no", "ok");
  return doctorRow("running", "no", "warn", "Its lock was left by a process that died: the next start takes it over.");
}

function nearestExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestExisting(dirname(path));
}

function writableRow(folder: string, found: string): DoctorRow {
  try {
    accessSync(found, constants.W_OK | constants.X_OK);
    const later = found === folder ? undefined : "It is made at the first start.";
    return doctorRow("data folder", folder, "ok", later);
  } catch {
    return doctorRow(
      "data folder",
      folder,
      "problem",
      `${found} cannot be written: change its owner, or set CANOPY_DATA.`,
    );
  }
}

function diskRow(folder: string, free: (folder: string) => number): DoctorRow {
  const bytes = free(folder);
  const value = `${(bytes / 1024 ** 3).toFixed(1)} GB`;
  if (bytes >= ROOMY_BYTES) return doctorRow("disk free", value, "ok");
  return doctorRow("disk free", value, "warn", "That is little: recording stops before the disk is full.");
}

function engineHomeRow(folder: string): DoctorRow {
  try {
    const home = locateEngineHome(folder);
    return doctorRow("engines in", home.folder, "ok", describeEngineHome(home));
  } catch (error) {
    return doctorRow("engines in", "", "problem", error instanceof Error ? error.message : String(error));
  }
}

function postgresRow(url: string | undefined): DoctorRow {
  if (url !== undefined) return doctorRow("PostgreSQL", `at ${new URL(url).host}`, "ok");
  const found = findPostgresBinaries();
  if (!found.ok) return doctorRow("PostgreSQL", "", "problem", found.reason);
  return doctorRow("PostgreSQL", `embedded ${found.binaries.version}`, "ok");
}

function framesDatabaseRow({ framesDatabaseUrls }: Config): DoctorRow {
  const hosts = framesDatabaseUrls.map((url) => new URL(url).host);
  if (hosts.length === 0) return doctorRow("frames database", "on the same server", "ok");
  return doctorRow("frames database", `at ${hosts.join(", ")}`, "ok");
}

function tlsRows({ tls }: Config): DoctorRow[] {
  if (tls === undefined) return [];
  return Object.entries({ CANOPY_TLS_CERT: tls.certPath, CANOPY_TLS_KEY: tls.keyPath }).map(([name, path]) => {
    try {
      accessSync(path, constants.R_OK);
      return doctorRow(name, path, "ok");
    } catch {
      return doctorRow(name, path, "problem", `${name} names a file that cannot be read.`);
    }
  });
}

async function portRows(config: Config): Promise<DoctorRow[]> {
  const ours = existsSync(config.dataFolder) && lockHolder(config.dataFolder) !== undefined;
  const ports = {
    CANOPY_HTTP_PORT: config.httpPort,
    CANOPY_MQTT_PORT: config.mqttPort,
    CANOPY_MQTTS_PORT: config.mqttsPort,
    CANOPY_FTP_PORT: config.ftpPort,
  };
  const rows = Object.entries(ports).map(async ([name, port]) => {
    if (port === undefined) return doctorRow("port", `${name} off`, "ok");
    const code = await listenCode(config.host, port);
    const value = `${config.host}:${port}`;
    if (code === undefined) return doctorRow("port", value, "ok");
    if (code === "EADDRINUSE" && ours) return doctorRow("port", value, "ok", "In use by the Canopy that runs.");
    return doctorRow(
      "port",
      value,
      "problem",
      `${value} cannot be listened on (${code}): set ${name} to another port.`,
    );
  });
  return Promise.all(rows);
}

/** Undefined when one could listen there. */
function listenCode(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", (error) => resolve(systemCode(error) ?? error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}
