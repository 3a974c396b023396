import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import {
  type Environment,
  environmentSchema,
  expectedOf,
  maskedValue,
  type Role,
  VARIABLE_NAMES,
  type VariableName,
} from "./config-variables.ts";
import { parseDotEnv } from "./dot-env.ts";
import type { DirectPlace } from "./files/open-files.ts";
import { S3_FOLDERS } from "./files/s3-folders.ts";
import type { S3Settings } from "./files/s3-url.ts";

export interface Config {
  readonly production: boolean;
  readonly host: string;
  readonly httpPort: number;
  /** Absent: terminals connect over TLS alone. */
  readonly mqttPort: number | undefined;
  readonly mqttsPort: number;
  readonly ftpPort: number;
  readonly ftpPassive: { readonly from: number; readonly to: number };
  /** Absent: self-signed, made in the data folder. */
  readonly tls: { readonly certPath: string; readonly keyPath: string } | undefined;
  /** Absolute. */
  readonly dataFolder: string;
  /** Where scheduled exports of frames as Parquet go; absolute. */
  readonly lake: DirectPlace;
  /** Where other makers' loggers put files, in a folder for each tenant; absolute. */
  readonly inbox: DirectPlace;
  /** Absent: made once and kept in the data folder (`storedSecret`). */
  readonly secret: string | undefined;
  /** Whoever sends it reads /metrics and nothing else. */
  readonly metricsToken: string | undefined;
  readonly demo: boolean;
  readonly roles: readonly Role[];
  /** As fastify takes it: none, a number of proxies, or these addresses. */
  readonly trustProxy: false | number | readonly string[];
  /** Connections of terminals begin with the PROXY protocol's header, from a balancer. */
  readonly mqttProxy: boolean;
  /** Where terminals reach role ingest; absent: where people reach the pages. */
  readonly mqttHost: string | undefined;
  readonly ftpHost: string | undefined;
  readonly logLevel: Environment["CANOPY_LOG_LEVEL"];
  readonly databaseUrl: string | undefined;
  /** Empty: a database beside that of `databaseUrl`, or on the embedded server. */
  readonly framesDatabaseUrls: readonly string[];
  readonly natsUrl: string | undefined;
  /** Absent: files lie in the data folder. */
  readonly s3: S3Settings | undefined;
  readonly smtpUrl: string | undefined;
  /** Webhooks of tenants may lead to addresses that are not of the public internet. */
  readonly privateTargets: boolean;
  /** Absent: the land of the product, and no request leaves the machine. */
  readonly tileUrl: string | undefined;
  readonly tileCredit: string | undefined;
  readonly tileDatum: Environment["CANOPY_TILE_DATUM"];
  /** Without a slash at its end. */
  readonly publicUrl: string | undefined;
  /** The two foreign sites of NAV-04 and NAV-16; absent: their menu entries go elsewhere or are hidden. */
  readonly billingUrl: string | undefined;
  readonly manageUrl: string | undefined;
  /** Origins that signing out may lead back to (ACC-21). */
  readonly loginOrigins: readonly string[];
  /** Absent: nobody signs in by weixin. */
  readonly weixin: WeixinAccess | undefined;
  readonly merchantRegistration: boolean;
  /** Segments that were replaced or deleted stay so long on the disk, for a recovery to a point in time. */
  readonly trashHours: number;
  readonly registrationReview: boolean;
}

export type Source = "environment" | ".env" | "default";

export interface Setting {
  readonly name: VariableName;
  readonly value: string;
  readonly source: Source;
}

export type ConfigReading =
  | {
      readonly ok: true;
      readonly config: Config;
      readonly warnings: readonly string[];
      /** Every variable as it counts, in words, and where it came from. Secrets are masked. */
      readonly settings: readonly Setting[];
    }
  | { readonly ok: false; readonly problems: readonly string[] };

type Env = Readonly<Record<string, string | undefined>>;

interface ReadOptions {
  /** The text of `.env`; the environment wins over it. */
  readonly dotEnv?: string | undefined;
  /** Relative paths start here. */
  readonly folder?: string | undefined;
}

/** Set by our own tools, not settings of the server. */
const TOOL_VARIABLES: ReadonlySet<string> = new Set([
  "CANOPY_ADMIN_PASSWORD",
  "CANOPY_BACKUP",
  "CANOPY_OLD_SECRET",
  "CANOPY_REPORT",
]);

/** Reads the environment and the `.env` of a folder. */
export function loadConfig(env: Env, folder: string): ConfigReading {
  const path = join(folder, ".env");
  try {
    return readConfig(env, { dotEnv: readFileSync(path, "utf8"), folder });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return readConfig(env, { folder });
    return { ok: false, problems: [`${path} cannot be read: ${error instanceof Error ? error.message : error}.`] };
  }
}

/** The configuration as a value; every broken variable gives one sentence that names it. */
export function readConfig(env: Env, options: ReadOptions = {}): ConfigReading {
  const file = parseDotEnv(options.dotEnv ?? "");
  if (!file.ok) return { ok: false, problems: file.problems };

  const given = { ...withoutEmpty(file.values), ...withoutEmpty(env) };
  const parsed = environmentSchema.safeParse(given);
  if (!parsed.success) {
    const broken = new Set(parsed.error.issues.map((issue) => String(issue.path[0])));
    return { ok: false, problems: VARIABLE_NAMES.filter((name) => broken.has(name)).map((n) => wrongValue(n, given)) };
  }
  const problems = contradictions(parsed.data);
  if (problems.length > 0) return { ok: false, problems };
  return {
    ok: true,
    config: toConfig(parsed.data, options.folder ?? process.cwd()),
    warnings: unknownVariables(given),
    settings: VARIABLE_NAMES.map((name) => settingOf(name, parsed.data, { env, file: file.values })),
  };
}

const withoutEmpty = (values: Env) => Object.fromEntries(Object.entries(values).filter(([, value]) => value));

function wrongValue(name: VariableName, given: Env): string {
  return `${name} is "${maskedValue(name, given[name] ?? "")}": expected ${expectedOf(name)}.`;
}

function unknownVariables(given: Env): string[] {
  const known: ReadonlySet<string> = new Set(VARIABLE_NAMES);
  return Object.keys(given)
    .filter((name) => name.startsWith("CANOPY_") && !known.has(name) && !TOOL_VARIABLES.has(name))
    .map((name) => `${name} is not a setting of Canopy and was ignored.`);
}

function settingOf(name: VariableName, parsed: Environment, given: { env: Env; file: Env }): Setting {
  const text = given.env[name] || given.file[name];
  const source = given.env[name] ? "environment" : text ? ".env" : "default";
  return { name, source, value: text ? maskedValue(name, text) : defaultInWords(parsed[name]) };
}

function defaultInWords(value: Environment[VariableName]): string {
  if (value === undefined) return "";
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "object" && "from" in value) return `${value.from}-${value.to}`;
  return String(value);
}

/** Values that are each right but wrong together. */
function contradictions(env: Environment): string[] {
  const problems = samePorts(env);
  if ((env.CANOPY_TLS_CERT === undefined) !== (env.CANOPY_TLS_KEY === undefined))
    problems.push("CANOPY_TLS_CERT and CANOPY_TLS_KEY belong together: set both or neither.");
  if (env.CANOPY_DEMO && env.CANOPY_MQTT_PORT === "off")
    problems.push(
      "CANOPY_MQTT_PORT is off, and the demo's vehicles connect there: give it a port, or set CANOPY_DEMO=off.",
    );
  if (env.NODE_ENV === "production") problems.push(...unfitForProduction(env));
  return problems;
}

const PORTS = ["CANOPY_HTTP_PORT", "CANOPY_MQTT_PORT", "CANOPY_MQTTS_PORT", "CANOPY_FTP_PORT"] as const;

function samePorts(env: Environment): string[] {
  return PORTS.flatMap((name, index) => {
    const twin = PORTS.slice(0, index).find((other) => env[name] !== 0 && env[other] === env[name]);
    return twin === undefined ? [] : [`${twin} and ${name} are both ${env[name]}: give each its own port.`];
  });
}

const PLACEHOLDER = /change.?me|changeit|secret|password|example|default|placeholder|insecure|12345678/i;

function secretFault(secret: string | undefined): "absent" | "a placeholder" | undefined {
  if (secret === undefined) return "absent";
  return PLACEHOLDER.test(secret) || new Set(secret).size < 10 ? "a placeholder" : undefined;
}

/** Design §8: in production no default secret and no demo tenant. */
function unfitForProduction(env: Environment): string[] {
  const problems: string[] = [];
  if (env.CANOPY_DEMO) problems.push("CANOPY_DEMO is on: the demo tenant is refused with NODE_ENV=production.");
  const fault = secretFault(env.CANOPY_SECRET);
  if (fault !== undefined)
    problems.push(`CANOPY_SECRET is ${fault}: NODE_ENV=production needs random characters (openssl rand -hex 32).`);
  return problems;
}

function lakePlace({ CANOPY_LAKE, CANOPY_DATA }: Environment, folder: string): DirectPlace {
  if (typeof CANOPY_LAKE === "object") return { kind: "s3", settings: CANOPY_LAKE };
  return { kind: "folder", folder: resolve(folder, CANOPY_LAKE ?? join(CANOPY_DATA, "lake")) };
}

function inboxPlace({ CANOPY_INBOX, CANOPY_DATA, S3_URL }: Environment, folder: string): DirectPlace {
  if (typeof CANOPY_INBOX === "object") return { kind: "s3", settings: CANOPY_INBOX };
  // Workers on several machines share the bucket alone.
  if (CANOPY_INBOX === undefined && S3_URL !== undefined)
    return { kind: "s3", settings: { ...S3_URL, prefix: `${S3_URL.prefix}${S3_FOLDERS.inbox}/` } };
  return { kind: "folder", folder: resolve(folder, CANOPY_INBOX ?? join(CANOPY_DATA, "inbox")) };
}

function toConfig(env: Environment, folder: string): Config {
  const { CANOPY_TLS_CERT: certPath, CANOPY_TLS_KEY: keyPath } = env;
  return {
    production: env.NODE_ENV === "production",
    // Design §8: the demo's sign-in is printed, so it is not offered to the whole network unasked.
    host: env.CANOPY_HOST ?? (env.CANOPY_DEMO ? "127.0.0.1" : "0.0.0.0"),
    httpPort: env.CANOPY_HTTP_PORT,
    mqttPort: env.CANOPY_MQTT_PORT === "off" ? undefined : env.CANOPY_MQTT_PORT,
    mqttsPort: env.CANOPY_MQTTS_PORT,
    ftpPort: env.CANOPY_FTP_PORT,
    ftpPassive: env.CANOPY_FTP_PASSIVE,
    tls: certPath && keyPath ? { certPath: resolve(folder, certPath), keyPath: resolve(folder, keyPath) } : undefined,
    dataFolder: resolve(folder, env.CANOPY_DATA),
    lake: lakePlace(env, folder),
    inbox: inboxPlace(env, folder),
    secret: env.CANOPY_SECRET,
    metricsToken: env.CANOPY_METRICS_TOKEN,
    demo: env.CANOPY_DEMO,
    roles: env.CANOPY_ROLES,
    trustProxy: env.CANOPY_TRUST_PROXY,
    mqttProxy: env.CANOPY_MQTT_PROXY,
    mqttHost: env.CANOPY_MQTT_HOST,
    ftpHost: env.CANOPY_FTP_HOST,
    logLevel: env.CANOPY_LOG_LEVEL,
    databaseUrl: env.DATABASE_URL,
    framesDatabaseUrls: env.FRAMES_DATABASE_URL ?? [],
    natsUrl: env.NATS_URL,
    s3: env.S3_URL,
    smtpUrl: env.SMTP_URL,
    privateTargets: env.CANOPY_PRIVATE_TARGETS,
    tileUrl: env.CANOPY_TILE_URL,
    tileCredit: env.CANOPY_TILE_CREDIT,
    tileDatum: env.CANOPY_TILE_DATUM,
    publicUrl: env.CANOPY_PUBLIC_URL?.replace(/\/+$/, ""),
    billingUrl: env.CANOPY_BILLING_URL,
    manageUrl: env.CANOPY_MANAGE_URL,
    loginOrigins: env.CANOPY_LOGIN_ORIGINS,
    weixin: weixinOf(env),
    merchantRegistration: env.CANOPY_MERCHANT_REGISTRATION,
    trashHours: env.CANOPY_TRASH_HOURS,
    registrationReview: env.CANOPY_REGISTRATION_REVIEW,
  };
}

/** ACC-20: of the operator's app at weixin's open platform. */
interface WeixinAccess {
  readonly appId: string;
  readonly secret: string;
  readonly signInUrl: string;
  readonly apiUrl: string;
}

function weixinOf(env: Environment): WeixinAccess | undefined {
  const { CANOPY_WEIXIN_APP_ID: appId, CANOPY_WEIXIN_SECRET: secret } = env;
  if (!appId || !secret) return undefined;
  return {
    appId,
    secret,
    signInUrl: env.CANOPY_WEIXIN_SIGN_IN_URL ?? "https://open.weixin.qq.com/connect/qrconnect",
    apiUrl: env.CANOPY_WEIXIN_API_URL ?? "https://api.weixin.qq.com",
  };
}
