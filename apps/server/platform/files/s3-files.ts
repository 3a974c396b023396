import type { LookupFunction } from "node:net";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  S3Client,
} from "@aws-sdk/client-s3";
import { type Files, type ListOptions, missingFile, type NewFile, type RemoveOptions } from "./files.ts";
import { CutShort, faultOf, type RetryOptions, s3ErrorOf, withRetries } from "./s3-retry.ts";
import { abortUpload, S3Upload } from "./s3-upload.ts";
import type { S3Settings } from "./s3-url.ts";

const CONNECT_MS = 5000;
/** Without a byte. */
const IDLE_MS = 15_000;
const MOST_SOCKETS = 64;

export interface S3Options extends RetryOptions {
  readonly idleMs?: number;
  /** Finds the addresses of the server, and may refuse them. */
  readonly lookup?: LookupFunction;
}

export interface S3Entry {
  readonly name: string;
  readonly size: number;
  readonly tag: string;
  readonly changedMs: number;
}

/** Files as objects of a bucket, under a prefix. */
export class S3Files implements Files {
  readonly #settings: S3Settings;
  readonly #client: S3Client;
  readonly #options: S3Options;

  constructor(settings: S3Settings, options: S3Options = {}) {
    this.#settings = settings;
    this.#options = options;
    this.#client = clientOf(settings, options);
  }

  async read(name: string, offset: number, length: number): Promise<Uint8Array> {
    if (length === 0) return new Uint8Array(0);
    try {
      return await this.#retried(() => this.#range(name, offset, length));
    } catch (error) {
      const { name: code, status } = s3ErrorOf(error);
      if (code === "NoSuchKey" || (status === 404 && code !== "NoSuchBucket")) throw missingFile(name);
      // It ends before the offset.
      if (status === 416) return new Uint8Array(0);
      throw faultOf(error, this.#settings);
    }
  }

  async create(name: string): Promise<NewFile> {
    return new S3Upload(this.#client, this.#keyOf(name), {
      send: (work) => this.#sent(work),
      size: () => this.size(name),
      read: (offset, length) => this.read(name, offset, length),
      remove: () => this.remove(name),
    });
  }

  async size(name: string): Promise<number | undefined> {
    try {
      const found = await this.#retried(() => this.#client.send(new HeadObjectCommand(this.#keyOf(name))));
      return found.ContentLength;
    } catch (error) {
      if (s3ErrorOf(error).status === 404) return undefined;
      throw faultOf(error, this.#settings);
    }
  }

  /** One by one: DeleteObjects needs a checksum that not every server knows. */
  async remove(name: string, { isUnfinished, leavesFinished }: RemoveOptions = {}): Promise<void> {
    if (isUnfinished || leavesFinished) await this.#abortUploads(name);
    if (leavesFinished) return;
    try {
      await this.#retried(() => this.#client.send(new DeleteObjectCommand(this.#keyOf(name))));
    } catch (error) {
      if (s3ErrorOf(error).name !== "NoSuchKey") throw faultOf(error, this.#settings);
    }
  }

  async *list(prefix: string, { withUnfinished }: ListOptions = {}): AsyncGenerator<string, void, undefined> {
    for await (const { name } of this.entries(prefix)) yield name;
    if (withUnfinished) for await (const { name } of this.#uploads(prefix)) yield name;
  }

  /** Names that begin with the prefix, in order, with what tells a change. */
  async *entries(prefix: string): AsyncGenerator<S3Entry, void, undefined> {
    const { bucket, prefix: own } = this.#settings;
    let token: string | undefined;
    do {
      const command = new ListObjectsV2Command({ Bucket: bucket, Prefix: own + prefix, ContinuationToken: token });
      const page = await this.#sent(() => this.#client.send(command));
      for (const { Key, Size = 0, ETag = "", LastModified } of page.Contents ?? [])
        if (Key !== undefined)
          yield { name: Key.slice(own.length), size: Size, tag: ETag, changedMs: LastModified?.getTime() ?? 0 };
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  async close(): Promise<void> {
    this.#client.destroy();
  }

  async #range(name: string, offset: number, length: number): Promise<Uint8Array> {
    const range = `bytes=${offset}-${offset + length - 1}`;
    const found = await this.#client.send(new GetObjectCommand({ ...this.#keyOf(name), Range: range }));
    const bytes = await found.Body?.transformToByteArray();
    if (bytes === undefined || bytes.length !== found.ContentLength) throw new CutShort("a body ended early");
    // A server without ranges would send the whole file.
    return bytes.length <= length ? bytes : bytes.subarray(offset, offset + length);
  }

  /** Those that have begun and not ended, of names that begin with the prefix. */
  async *#uploads(prefix: string): AsyncGenerator<{ name: string; UploadId: string }, void, undefined> {
    const { bucket, prefix: own } = this.#settings;
    let after: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
    while (after !== undefined) {
      const command = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: own + prefix, ...after });
      const page: ListMultipartUploadsCommandOutput = await this.#sent(() => this.#client.send(command));
      for (const { Key, UploadId } of page.Uploads ?? [])
        if (Key !== undefined && UploadId !== undefined) yield { name: Key.slice(own.length), UploadId };
      const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
      after = page.IsTruncated && KeyMarker ? { KeyMarker, UploadIdMarker } : undefined;
    }
  }

  /** One that is listed may be gone: by another process, or in a listing that is late. */
  async #abortUploads(name: string): Promise<void> {
    for await (const { name: other, UploadId } of this.#uploads(name))
      if (other === name)
        await abortUpload(this.#client, (work) => this.#sent(work), { ...this.#keyOf(name), UploadId });
  }

  #keyOf(name: string): { Bucket: string; Key: string } {
    return { Bucket: this.#settings.bucket, Key: this.#settings.prefix + name };
  }

  #retried<T>(work: () => Promise<T>): Promise<T> {
    return withRetries(work, this.#options);
  }

  async #sent<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await this.#retried(work);
    } catch (error) {
      throw faultOf(error, this.#settings);
    }
  }
}

function clientOf(
  { endpoint, region, keys, isPathStyle }: S3Settings,
  { idleMs = IDLE_MS, lookup }: S3Options,
): S3Client {
  const agent = { keepAlive: true, maxSockets: MOST_SOCKETS, ...(lookup && { lookup }) };
  return new S3Client({
    region,
    forcePathStyle: isPathStyle,
    ...(endpoint && { endpoint }),
    ...(keys && { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    // `withRetries` tries again: it also knows of a body that ends early.
    maxAttempts: 1,
    // Segments have checksums of their own, and other servers than AWS do not know these.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: idleMs,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}
