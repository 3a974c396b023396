import { createReadStream } from "node:fs";
import { outputErrors } from "@canopy/contract/outputs/errors";
import type { OutputBucket } from "@canopy/contract/outputs/output-content";
import type { Files } from "../../platform/files/files.ts";
import { FilesFault, type FilesFaultKind } from "../../platform/files/files-fault.ts";
import { openFar } from "../../platform/files/open-files.ts";
import { PrivateAddress, publicLookup } from "../../platform/outside/post-outside.ts";
import { isPrivateHost } from "../../platform/outside/public-address.ts";
import { writeObject } from "../../transfers/far-files.ts";

const CHUNK_BYTES = 1024 * 1024;
const DEFAULT_REGION = "us-east-1";
/** Of one request; the run itself is tried again later. */
const ATTEMPTS = 3;

const CODES: Readonly<Record<FilesFaultKind, string>> = {
  missing: outputErrors.bucketMissing.code,
  refused: outputErrors.bucketRefused.code,
  unreachable: outputErrors.bucketUnreachable.code,
};

/** Why a bucket of a tenant did not take a file, in words that its keys are not in. */
export class BucketProblem extends Error {
  readonly code: string;
  /** Another try would not mend it. */
  readonly isFinal: boolean;
  constructor(code: string, message: string, isFinal = false) {
    super(message);
    this.code = code;
    this.isFinal = isFinal;
  }
}

interface Opening {
  readonly bucket: Omit<OutputBucket, "secret">;
  readonly secret: string;
  /** It may lie in the operator's own network. */
  readonly mayBePrivate: boolean;
}

/** Closed by whoever opened it. */
export async function openBucket({ bucket, secret, mayBePrivate }: Opening): Promise<Files> {
  const { endpoint, prefix, region } = bucket;
  // A literal address is connected to without a look-up.
  const { hostname = "" } = endpoint === "" ? {} : new URL(endpoint);
  if (!mayBePrivate && hostname !== "" && isPrivateHost(hostname)) throw privateProblem(new PrivateAddress(hostname));
  const settings = {
    setting: "The output",
    endpoint: endpoint === "" ? undefined : new URL(endpoint).origin,
    region: region || DEFAULT_REGION,
    bucket: bucket.bucket,
    prefix: prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`,
    keys: { id: bucket.key, secret },
    isPathStyle: endpoint !== "",
    cacheBytes: 0,
  };
  return openFar(settings, { attempts: ATTEMPTS, ...(mayBePrivate ? {} : { lookup: publicLookup() }) });
}

/** In the place of what an earlier try has sent. */
export async function sendToBucket(files: Files, name: string, path: string, signal: AbortSignal): Promise<void> {
  try {
    await writeObject(files, name, createReadStream(path, { highWaterMark: CHUNK_BYTES, signal }));
  } catch (error) {
    throw asBucketProblem(error);
  }
}

function asBucketProblem(error: unknown): unknown {
  if (error instanceof PrivateAddress) return privateProblem(error);
  return error instanceof FilesFault ? new BucketProblem(CODES[error.kind], error.message) : error;
}

const privateProblem = ({ message }: PrivateAddress) => new BucketProblem(outputErrors.privateUrl.code, message, true);
