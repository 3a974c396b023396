import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { CheckFile, NewFile, ReadBack } from "./files.ts";
import { s3ErrorOf } from "./s3-retry.ts";

/** Every part but the last has this size; servers refuse parts below 5 MB. */
export const PART_BYTES = 8 * 1024 * 1024;

/** With retries; its errors are ours. */
type Send = <T>(work: () => Promise<T>) => Promise<T>;

interface UploadTools {
  readonly send: Send;
  /** Of the object under its name. */
  size(): Promise<number | undefined>;
  readonly read: ReadBack;
  remove(): Promise<void>;
}

interface SentPart {
  readonly PartNumber: number;
  readonly ETag: string | undefined;
}

interface UploadOf {
  readonly Bucket: string;
  readonly Key: string;
  readonly UploadId: string;
}

/** No error where it is gone already. */
export async function abortUpload(client: S3Client, send: Send, upload: UploadOf): Promise<void> {
  try {
    await send(() => client.send(new AbortMultipartUploadCommand(upload)));
  } catch (error) {
    if (s3ErrorOf(error).name !== "NoSuchUpload") throw error;
  }
}

/** An object on its way: up to one part in one request, else part by part. */
export class S3Upload implements NewFile {
  readonly #client: S3Client;
  readonly #key: { readonly Bucket: string; readonly Key: string };
  readonly #tools: UploadTools;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  #bytes = 0;
  #uploadId: string | undefined;
  readonly #parts: SentPart[] = [];
  /** One part is sent while the next is filled. */
  #sending: Promise<void> = Promise.resolve();

  constructor(client: S3Client, key: { readonly Bucket: string; readonly Key: string }, tools: UploadTools) {
    this.#client = client;
    this.#key = key;
    this.#tools = tools;
  }

  async write(bytes: readonly Uint8Array[]): Promise<void> {
    const copy = Buffer.concat(bytes);
    this.#pending.push(copy);
    this.#pendingBytes += copy.length;
    this.#bytes += copy.length;
    if (this.#pendingBytes <= PART_BYTES) return;
    let rest = Buffer.concat(this.#pending);
    for (; rest.length > PART_BYTES; rest = rest.subarray(PART_BYTES)) await this.#send(rest.subarray(0, PART_BYTES));
    this.#pending = [rest];
    this.#pendingBytes = rest.length;
  }

  async finish(check?: CheckFile): Promise<void> {
    await this.#finish();
    try {
      await check?.(this.#tools.read);
    } catch (error) {
      await this.#tools.remove().catch(() => undefined);
      throw error;
    }
  }

  async #finish(): Promise<void> {
    const rest = Buffer.concat(this.#pending);
    this.#pending = [];
    if (this.#uploadId === undefined) {
      await this.#tools.send(() => this.#client.send(new PutObjectCommand({ ...this.#key, Body: rest })));
      return;
    }
    await this.#send(rest);
    await this.#sending;
    await this.#complete(this.#uploadId);
  }

  async abort(): Promise<void> {
    this.#pending = [];
    // A part that arrives later would stay.
    await this.#sending.catch(() => undefined);
    const UploadId = this.#uploadId;
    if (UploadId === undefined) return;
    this.#uploadId = undefined;
    await abortUpload(this.#client, (work) => this.#tools.send(work), { ...this.#key, UploadId });
  }

  async #send(body: Buffer): Promise<void> {
    await this.#sending;
    this.#uploadId ??= await this.#begin();
    const [UploadId, PartNumber] = [this.#uploadId, this.#parts.length + 1];
    this.#sending = this.#tools
      .send(() => this.#client.send(new UploadPartCommand({ ...this.#key, UploadId, PartNumber, Body: body })))
      .then(({ ETag }) => void this.#parts.push({ PartNumber, ETag }));
    // It is thrown where it is waited for.
    this.#sending.catch(() => undefined);
  }

  async #begin(): Promise<string> {
    const begun = await this.#tools.send(() => this.#client.send(new CreateMultipartUploadCommand(this.#key)));
    if (begun.UploadId === undefined) throw new Error("the S3 server gave an upload no id");
    return begun.UploadId;
  }

  /** A second attempt finds no upload where the first was carried out and its answer lost. */
  async #complete(UploadId: string): Promise<void> {
    const command = new CompleteMultipartUploadCommand({
      ...this.#key,
      UploadId,
      MultipartUpload: { Parts: [...this.#parts] },
    });
    try {
      await this.#tools.send(() => this.#client.send(command));
    } catch (error) {
      if (s3ErrorOf(error).name !== "NoSuchUpload" || (await this.#tools.size()) !== this.#bytes) throw error;
    }
  }
}
