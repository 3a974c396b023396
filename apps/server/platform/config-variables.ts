import { isIP } from "node:net";
import { z } from "zod";
import { isAddress, readS3Url, S3_URL_FORM, type S3Settings } from "./files/s3-url.ts";

/**
 * Every variable the program reads (design §10), its shape, its default, and in `describe` the text for a wrong value.
 * doctor and the error sentences read the same table.
 */
const portNumber = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((value) => value <= 65_535);

const port = (fallback: number) => portNumber.default(fallback).describe("a port number from 0 to 65535");

/** The text `off` is no listener; unlike an absent variable, which is the fallback. */
const portOrOff = (fallback: number) =>
  z
    .union([portNumber, z.literal("off")])
    .default(fallback)
    .describe("a port number from 0 to 65535, or off");

const onOff = (fallback: boolean) =>
  z
    .enum(["on", "off"])
    .transform((value) => value === "on")
    .default(fallback)
    .describe("on or off");

const isUrl = (value: string, protocols: readonly string[]) =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);

const url = (protocols: readonly string[], example: string) =>
  z
    .string()
    .refine((value) => isUrl(value, protocols))
    .optional()
    .describe(`an address such as ${example}`);

const sameProtocol = (parts: readonly string[]) => new Set(parts.map((part) => new URL(part).protocol)).size === 1;

const POSTGRES = ["postgres:", "postgresql:"];

const databaseUrls = z
  .string()
  .transform((value) => value.split(",").map((part) => part.trim()))
  .refine((parts) => parts.every((part) => isUrl(part, POSTGRES)))
  .optional()
  .describe("an address such as postgresql://user:password@host:5432/canopy_frames, or several separated by commas");

const NATS = ["nats:", "tls:", "ws:", "wss:"];

const natsUrls = z
  .string()
  .transform((value) => value.split(",").map((part) => part.trim()))
  .refine((parts) => parts.every((part) => isUrl(part, NATS)) && sameProtocol(parts))
  .transform((parts) => parts.join(","))
  .optional()
  .describe("an address such as nats://host:4222, or several of one cluster separated by commas");

const origins = z
  .string()
  .transform((value) => value.split(",").map((part) => part.trim()))
  .refine((parts) => parts.every((part) => isUrl(part, ["http:", "https:"])))
  .transform((parts) => parts.map((part) => new URL(part).origin))
  .default([])
  .describe("an address such as https://portal.example, or several separated by commas");

const bucketOf = (setting: string) => (value: string, ctx: z.RefinementCtx) => {
  const settings = readS3Url(value, setting);
  if (settings !== undefined) return settings;
  ctx.addIssue({ code: "custom", message: "no bucket" });
  return z.NEVER;
};

const s3Url = z.string().transform(bucketOf("S3_URL")).optional().describe(S3_URL_FORM);

/** A path, or the settings of a bucket. */
const folderOrBucket = (setting: string) =>
  z
    .string()
    .min(1)
    .transform((value, ctx): string | S3Settings => (isAddress(value) ? bucketOf(setting)(value, ctx) : value))
    .optional()
    .describe(`the path of a folder, or ${S3_URL_FORM}`);

const text = (expected: string) => z.string().min(1).optional().describe(expected);

const hostName = z
  .string()
  .regex(/^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/)
  .optional()
  .describe("a host name such as mqtt.canopy.example, or an IPv4 address");

const passiveRange = z
  .string()
  .regex(/^\d{1,5}-\d{1,5}$/)
  .transform((value) => {
    const [from = 0, to = 0] = value.split("-").map(Number);
    return { from, to };
  })
  .refine(({ from, to }) => from >= 1024 && from <= to && to <= 65_535);

const ROLES = ["web", "ingest", "worker"] as const;
export type Role = (typeof ROLES)[number];

const roles = z
  .string()
  .transform((value) => value.split(",").map((part) => part.trim()))
  .pipe(z.array(z.enum(ROLES)).min(1))
  .transform((parts) => ROLES.filter((role) => parts.includes(role)));

const isAddressOrRange = (part: string) => {
  const [address = "", bits] = part.split("/");
  return isIP(address) !== 0 && (bits === undefined || /^\d{1,3}$/.test(bits));
};

// `on` means one proxy, never "believe any header": with all of them trusted, a client writes its own address.
const trustProxy = z.string().transform((value, ctx): false | number | readonly string[] => {
  if (value === "off") return false;
  if (value === "on") return 1;
  if (/^\d{1,2}$/.test(value)) return Number(value);
  const parts = value.split(",").map((part) => part.trim());
  if (!parts.every(isAddressOrRange)) ctx.addIssue({ code: "custom", message: "not addresses" });
  return parts;
});

export const LOG_LEVELS = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;

/** A shorter secret could be guessed from one signed value. */
export const SECRET_MIN_LENGTH = 32;

export const environmentSchema = z.object({
  NODE_ENV: text("production, or anything else"),
  CANOPY_HOST: text("an address to listen on, such as 0.0.0.0"),
  CANOPY_HTTP_PORT: port(8080),
  CANOPY_MQTT_PORT: portOrOff(1883),
  CANOPY_MQTTS_PORT: port(8883),
  CANOPY_FTP_PORT: port(2121),
  CANOPY_FTP_PASSIVE: passiveRange
    .default({ from: 50_000, to: 50_099 })
    .describe("a range of ports above 1023 such as 50000-50099"),
  CANOPY_TLS_CERT: text("the path of a PEM certificate"),
  CANOPY_TLS_KEY: text("the path of a PEM key"),
  CANOPY_DATA: z.string().min(1).default("./data").describe("the path of a folder"),
  CANOPY_TRASH_HOURS: z
    .string()
    .regex(/^\d{1,4}$/)
    .transform(Number)
    .default(0)
    .describe("hours from 0 to 9999"),
  CANOPY_LAKE: folderOrBucket("CANOPY_LAKE"),
  CANOPY_INBOX: folderOrBucket("CANOPY_INBOX"),
  CANOPY_SECRET: z
    .string()
    .min(SECRET_MIN_LENGTH)
    .optional()
    .describe(`at least ${SECRET_MIN_LENGTH} random characters`),
  CANOPY_METRICS_TOKEN: z
    .string()
    .min(SECRET_MIN_LENGTH)
    .regex(/^[\x21-\x7e]+$/)
    .optional()
    .describe(`at least ${SECRET_MIN_LENGTH} random characters without spaces`),
  CANOPY_DEMO: onOff(false),
  CANOPY_ROLES: roles.default([...ROLES]).describe("some of web,ingest,worker"),
  CANOPY_TRUST_PROXY: trustProxy
    .default(false)
    .describe("off, on (one proxy), a number of proxies, or their addresses separated by commas"),
  CANOPY_MQTT_PROXY: onOff(false),
  CANOPY_MQTT_HOST: hostName,
  CANOPY_FTP_HOST: hostName,
  CANOPY_LOG_LEVEL: z
    .enum(LOG_LEVELS)
    .default("info")
    .describe(`one of ${LOG_LEVELS.join(", ")}`),
  DATABASE_URL: url(POSTGRES, "postgresql://user:password@host:5432/canopy"),
  FRAMES_DATABASE_URL: databaseUrls,
  NATS_URL: natsUrls,
  S3_URL: s3Url,
  SMTP_URL: url(["smtp:", "smtps:"], "smtp://user:password@host:587"),
  CANOPY_PRIVATE_TARGETS: onOff(false),
  CANOPY_TILE_URL: url(["http:", "https:"], "https://tiles.example/{z}/{x}/{y}.png"),
  CANOPY_TILE_CREDIT: text("the credit that the tiles ask for"),
  CANOPY_TILE_DATUM: z.enum(["wgs84", "gcj02"]).default("wgs84").describe("wgs84, or gcj02 for tiles of China"),
  CANOPY_PUBLIC_URL: url(["http:", "https:"], "https://canopy.example"),
  CANOPY_BILLING_URL: url(["http:", "https:"], "https://billing.example"),
  CANOPY_MANAGE_URL: url(["http:", "https:"], "https://manage.example"),
  CANOPY_LOGIN_ORIGINS: origins,
  CANOPY_WEIXIN_APP_ID: text("the app id of a site at weixin's open platform"),
  CANOPY_WEIXIN_SECRET: text("the secret of that app"),
  CANOPY_WEIXIN_SIGN_IN_URL: url(["http:", "https:"], "https://open.weixin.qq.com/connect/qrconnect"),
  CANOPY_WEIXIN_API_URL: url(["http:", "https:"], "https://api.weixin.qq.com"),
  CANOPY_MERCHANT_REGISTRATION: onOff(false),
  CANOPY_REGISTRATION_REVIEW: onOff(true),
});

export type Environment = z.output<typeof environmentSchema>;
export type VariableName = keyof Environment;

export const VARIABLE_NAMES = Object.keys(environmentSchema.shape).filter(
  (name): name is VariableName => name in environmentSchema.shape,
);

/** The expected form of a variable, in words. */
export const expectedOf = (name: VariableName): string => environmentSchema.shape[name].description ?? "another value";

const SECRET_VARIABLES: ReadonlySet<string> = new Set([
  "CANOPY_SECRET",
  "CANOPY_METRICS_TOKEN",
  "S3_URL",
  "CANOPY_WEIXIN_SECRET",
]);
/** A folder, or a bucket with its keys. */
const PLACES: ReadonlySet<string> = new Set(["CANOPY_LAKE", "CANOPY_INBOX"]);

const NEXT_ADDRESS = /,(?=\s*[a-z]+:\/\/)/;
const SECRET_PARAMETER = /([?&][^=&]*(?:pass|secret|token|key)[^=&]*=)[^&]*/gi;

/**
 * The value as it may be shown: secrets never, and of each address nothing before the last @, whatever characters a
 * password has; a name alone may be a token.
 */
export function maskedValue(name: string, value: string): string {
  if (SECRET_VARIABLES.has(name) || (PLACES.has(name) && isAddress(value))) return "(hidden)";
  const parts = value.split(NEXT_ADDRESS);
  return parts.map((part) => part.replace(/:\/\/.*@/s, "://***@").replace(SECRET_PARAMETER, "$1***")).join(",");
}
