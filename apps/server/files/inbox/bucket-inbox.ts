import { S3Files } from "../../platform/files/s3-files.ts";
import type { S3Settings } from "../../platform/files/s3-url.ts";
import { type FoundFile, type InboxPlace, isIgnored } from "./inbox-place.ts";

/** Prefixes named by their tenants. An object is whole as soon as it is there. */
export class BucketInbox implements InboxPlace {
  readonly #files: S3Files;

  constructor(settings: S3Settings) {
    this.#files = new S3Files(settings);
  }

  async prepare(): Promise<void> {}

  async *list(tenantId: string): AsyncGenerator<FoundFile, void, undefined> {
    for await (const found of this.#below(`${tenantId}/`)) {
      const path = found.path.slice(tenantId.length + 1);
      if (!isIgnored(path)) yield { ...found, path };
    }
  }

  async look(tenantId: string, path: string): Promise<FoundFile | undefined> {
    // The first of the names that begin with it, if any.
    for await (const found of this.#below(`${tenantId}/${path}`))
      return found.path === `${tenantId}/${path}` ? { ...found, path } : undefined;
    return undefined;
  }

  read(tenantId: string, path: string, offset: number, length: number): Promise<Uint8Array> {
    return this.#files.read(`${tenantId}/${path}`, offset, length);
  }

  remove(tenantId: string, path: string): Promise<void> {
    return this.#files.remove(`${tenantId}/${path}`);
  }

  close(): Promise<void> {
    return this.#files.close();
  }

  async *#below(prefix: string): AsyncGenerator<FoundFile, void, undefined> {
    for await (const { name, size, tag, changedMs } of this.#files.entries(prefix))
      yield { path: name, size, version: `${size}-${changedMs}-${tag}` };
  }
}
