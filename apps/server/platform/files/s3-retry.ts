import { setTimeout as sleep } from "node:timers/promises";
import { FilesFault } from "./files-fault.ts";
import { bucketInWords, type S3Settings } from "./s3-url.ts";

const ATTEMPTS = 5;
const FIRST_WAIT_MS = 200;
const MOST_WAIT_MS = 5000;

export interface RetryOptions {
  readonly attempts?: number;
  readonly wait?: (ms: number) => Promise<unknown>;
  readonly chance?: () => number;
}

/** Tries again after errors of the server, of the network and of time, each wait up to twice as long as the last. */
export async function withRetries<T>(
  work: () => Promise<T>,
  { attempts = ATTEMPTS, wait = sleep, chance = Math.random }: RetryOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await work();
    } catch (error) {
      if (attempt >= attempts || !isPassing(error)) throw error;
      const longest = Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1));
      // Processes that were refused together do not come back together.
      await wait(longest * (0.5 + chance() / 2));
    }
}

/** A body that ended before its length. */
export class CutShort extends Error {}

const ACCESS = new Set(["AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "CredentialsProviderError"]);
const PASSING = new Set(["RequestTimeout", "RequestTimeTooSkewed", "SlowDown", "TimeoutError", "AbortError"]);
const NETWORK_CODE = /^(E[A-Z_]+|ERR_STREAM_PREMATURE_CLOSE)$/;

/** Of an error that the AWS client throws. */
interface S3Error {
  readonly name: string;
  readonly status: number | undefined;
  readonly code: string | undefined;
}

export function s3ErrorOf(error: unknown): S3Error {
  if (!(error instanceof Error)) return { name: "", status: undefined, code: undefined };
  const { $metadata, code } = error as Error & { $metadata?: { httpStatusCode?: number }; code?: unknown };
  return { name: error.name, status: $metadata?.httpStatusCode, code: typeof code === "string" ? code : undefined };
}

function isPassing(error: unknown): boolean {
  if (error instanceof CutShort) return true;
  const { name, status, code } = s3ErrorOf(error);
  if (PASSING.has(name) || status === 429 || (status ?? 0) >= 500) return true;
  return code !== undefined && NETWORK_CODE.test(code);
}

/** The error in words of ours where the server or a setting is to blame. */
export function faultOf(error: unknown, settings: S3Settings): unknown {
  const { name, status, code } = s3ErrorOf(error);
  const where = bucketInWords(settings);
  if (name === "NoSuchBucket")
    return new FilesFault(
      "missing",
      `${settings.setting} names the bucket ${where}, which is not there: make it.`,
      error,
    );
  if (ACCESS.has(name) || status === 403 || status === 401)
    return new FilesFault(
      "refused",
      `${settings.setting} has keys that ${where} refuses (${name}): they must allow to read, write, list and delete.`,
      error,
    );
  // Also a certificate that is not trusted.
  if (isPassing(error) || code !== undefined)
    return new FilesFault(
      "unreachable",
      `${settings.setting} names ${where}, which does not answer (${code ?? name}).`,
      error,
    );
  return error;
}
