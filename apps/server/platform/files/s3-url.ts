/** Where files lie on an S3 server, and by which keys. */
export interface S3Settings {
  /** The variable or option that says it, for sentences. */
  readonly setting: string;
  /** Undefined: the server of AWS for the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly bucket: string;
  /** Empty, or with a slash at its end. */
  readonly prefix: string;
  /** Undefined: those that the AWS client finds on the machine. */
  readonly keys: { readonly id: string; readonly secret: string } | undefined;
  /** The bucket in the path of an address, not in its host. */
  readonly isPathStyle: boolean;
  /** Of the local cache, at most. */
  readonly cacheBytes: number;
}

export const S3_URL_FORM =
  "https://KEY:SECRET@host/bucket/prefix?region=R&style=path|virtual&cache_mb=N, or s3://KEY:SECRET@bucket/prefix?region=R for AWS, with / + @ : in a key as %2F %2B %40 %3A";

const PARAMETERS: ReadonlySet<string> = new Set(["region", "style", "cache_mb"]);
const BUCKET = /^[A-Za-z0-9][A-Za-z0-9._-]{1,61}[A-Za-z0-9]$/;
const DEFAULT_CACHE_MB = 2048;
const LEAST_CACHE_MB = 64;

/** The settings of an address; undefined where it is none. */
export function readS3Url(text: string, setting = "S3_URL"): S3Settings | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isAws = url.protocol === "s3:";
  if (!isAws && url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  const [first = "", ...rest] = url.pathname.split("/").filter(Boolean).map(decoded);
  const bucket = isAws ? url.host : first;
  const folders = isAws && first !== "" ? [first, ...rest] : rest;
  const keys = keysOf(url);
  const style = url.searchParams.get("style") ?? (isAws ? "virtual" : "path");
  const cacheMb = Number(url.searchParams.get("cache_mb") ?? DEFAULT_CACHE_MB);
  const isRight =
    BUCKET.test(bucket) &&
    keys !== "broken" &&
    !folders.includes("") &&
    (style === "path" || style === "virtual") &&
    cacheMb >= LEAST_CACHE_MB &&
    [...url.searchParams.keys()].every((name) => PARAMETERS.has(name));
  if (!isRight) return undefined;
  return {
    setting,
    endpoint: isAws ? undefined : url.origin,
    region: url.searchParams.get("region") || "us-east-1",
    bucket,
    prefix: folders.map((name) => `${name}/`).join(""),
    keys,
    isPathStyle: style === "path",
    cacheBytes: cacheMb * 1024 ** 2,
  };
}

/** Whether it names a server, not a folder. */
export const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\//i.test(text);

/** Empty where it cannot be decoded, which no name and no key is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** Both or none. */
function keysOf({ username, password }: URL): S3Settings["keys"] | "broken" {
  if (username === "" && password === "") return undefined;
  const [id, secret] = [decoded(username), decoded(password)];
  return id === "" || secret === "" ? "broken" : { id, secret };
}

/** For sentences: no keys. */
export function bucketInWords({ endpoint, region, bucket, prefix }: S3Settings): string {
  const host = endpoint === undefined ? `AWS ${region}` : new URL(endpoint).host;
  return `${bucket}${prefix && `/${prefix.slice(0, -1)}`} at ${host}`;
}
