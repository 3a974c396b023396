import { z } from "zod";
import { LANGUAGES } from "../platform/language.ts";
import { isTimeZone } from "../platform/times.ts";
import { pushScope } from "../push/source.ts";
import { DOWNLOAD_FORMATS } from "../transfers/downloads.ts";
import { outputErrors } from "./errors.ts";

export const MAX_OUTPUT_NAME = 50;
/** Of a tenant. */
export const MAX_OUTPUTS = 50;
/** Of one output, whatever its scope. */
export const MAX_OUTPUT_DEVICES = 200;
export const MAX_OUTPUT_ADDRESSES = 10;
/** Of the files of one run. */
export const MAX_RUN_BYTES = 8 * 1024 ** 3;
export const MAX_KEEP_DAYS = 365;
/** A day that every month has. */
export const MAX_MONTH_DAY = 28;
export const MAX_BUCKET_TEXT = 500;
const MAX_ADDRESS = 254;

export const OUTPUT_KINDS = ["files", "report"] as const;
export type OutputKind = (typeof OUTPUT_KINDS)[number];
export const OUTPUT_TURNS = ["day", "week", "month"] as const;
export type OutputTurn = (typeof OUTPUT_TURNS)[number];

/** When an output runs: at an hour of a time zone's own clock. */
export const outputClock = z.object({
  every: z.enum(OUTPUT_TURNS),
  hour: z.int().min(0).max(23),
  /** 1 Monday to 7 Sunday. */
  weekday: z.int().min(1).max(7).default(1),
  month_day: z.int().min(1).max(MAX_MONTH_DAY).default(1),
  zone: z.string().max(64).refine(isTimeZone, outputErrors.zone.code),
});
export type OutputClock = z.output<typeof outputClock>;

const address = z.email(outputErrors.addresses.code).max(MAX_ADDRESS);

const mail = z.object({
  addresses: z
    .array(address)
    .min(1, outputErrors.addresses.code)
    .max(MAX_OUTPUT_ADDRESSES, outputErrors.addresses.code),
  /** The report itself, or a link to the page where the files are. Files always come as a link. */
  how: z.enum(["report", "link"]).default("report"),
});

const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
const PREFIX = /^(?!\/)(?!.*\/\/)(?!.*(^|\/)\.{1,2}(\/|$))[^\u0000-\u001f\u007f\\]*$/;

const bucket = z.object({
  /** Empty: AWS. */
  endpoint: z.string().trim().max(MAX_BUCKET_TEXT).refine(isOrigin, outputErrors.bucketUrl.code).default(""),
  region: z.string().trim().max(64).default(""),
  bucket: z.string().trim().regex(BUCKET, outputErrors.bucketName.code),
  prefix: z.string().trim().max(MAX_BUCKET_TEXT).regex(PREFIX, outputErrors.bucketPrefix.code).default(""),
  key: z.string().trim().min(1, outputErrors.bucketKey.code).max(MAX_BUCKET_TEXT, outputErrors.bucketKey.code),
  /** Left out: the one that is kept. */
  secret: z.string().min(1, outputErrors.secretMissing.code).max(MAX_BUCKET_TEXT).optional(),
});
export type OutputBucket = z.output<typeof bucket>;

function isOrigin(text: string): boolean {
  if (text === "") return true;
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, username, password } = new URL(text);
  return ["http:", "https:"].includes(protocol) && pathname === "/" && search + username + password === "";
}

const fields = {
  name: z.string().trim().min(1, outputErrors.name.code).max(MAX_OUTPUT_NAME, outputErrors.name.code),
  kind: z.enum(OUTPUT_KINDS),
  /** Of files. */
  format: z.enum(DOWNLOAD_FORMATS).default("mdf4"),
  /** Of the report and the mails. */
  language: z.enum(LANGUAGES).default("zh"),
  /** The tables of the report too. */
  csv: z.boolean().default(false),
  scope: pushScope.default({ kind: "all" }),
  clock: outputClock,
  mail: mail.nullable().default(null),
  /** In the own files of its owner, for so many days. */
  keep: z.boolean().default(true),
  keep_days: z.int().min(1).max(MAX_KEEP_DAYS).default(30),
};

export const outputContent = z
  .object({ ...fields, bucket: bucket.nullable().default(null), enabled: z.boolean().default(true) })
  .superRefine(({ kind, mail: asked, keep, bucket: far }, context) => {
    const refuse = (field: string, code: string) => context.addIssue({ code: "custom", path: [field], message: code });
    const isByLink = asked !== null && (kind === "files" || asked.how === "link");
    if (!keep && far === null && (asked === null || isByLink)) refuse("keep", outputErrors.noTarget.code);
    else if (isByLink && !keep) refuse("keep", outputErrors.mailNeedsFile.code);
  });
export type OutputContent = z.output<typeof outputContent>;

/** As it is shown: the secret never is. */
export const shownContent = z.object({
  ...fields,
  bucket: bucket.omit({ secret: true }).nullable(),
  enabled: z.boolean(),
});
