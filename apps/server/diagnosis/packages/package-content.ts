import { createHmac, timingSafeEqual } from "node:crypto";
import { Readable } from "node:stream";
import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import { systemCode } from "../../platform/engines/start-fault.ts";
import { type Files, writeWhole } from "../../platform/files/files.ts";
import { ApiError } from "../../platform/http/api-error.ts";

interface Named {
  readonly tenantId: string;
  readonly id: string;
}

const nameOf = ({ tenantId, id }: Named) => `flash/${tenantId}/${id}`;
const READ_BYTES = 256 * 1024;
/** Long enough for a terminal on a bad line, which goes on with Range. */
const LINK_MS = 7 * 86_400_000;

/** Images of packages, each an object. */
export class PackageContent {
  readonly #files: Files;

  constructor(files: Files) {
    this.#files = files;
  }

  async write(named: Named, bytes: Uint8Array): Promise<void> {
    await writeWhole(this.#files, nameOf(named), bytes);
  }

  async open(named: Named, from: number, to: number): Promise<Readable> {
    const read = async (at: number) => {
      const length = Math.min(READ_BYTES, to - at);
      try {
        const bytes = await this.#files.read(nameOf(named), at, length);
        if (bytes.length !== length) throw new ApiError(flashErrors.contentLost);
        return bytes;
      } catch (error) {
        throw systemCode(error) === "ENOENT" ? new ApiError(flashErrors.contentLost) : error;
      }
    };
    const first = await read(from);
    async function* rest(): AsyncGenerator<Uint8Array, void, undefined> {
      yield first;
      for (let at = from + first.length; at < to; ) {
        const bytes = await read(at);
        at += bytes.length;
        yield bytes;
      }
    }
    return Readable.from(rest(), { objectMode: false });
  }

  async remove(named: Named): Promise<void> {
    await this.#files.remove(nameOf(named), { isUnfinished: true });
  }
}

/** An address that opens one image until it expires; nothing is stored for it. */
export function newFlashLink(secret: string, { tenantId, id }: Named, nowMs: number): string {
  const text = `${tenantId}.${id}.${(nowMs + LINK_MS).toString(36)}`;
  return `${text}.${proofOf(secret, text)}`;
}

/** Undefined: forged or expired. */
export function readFlashLink(secret: string, ticket: string, nowMs: number): Named | undefined {
  const [tenantId = "", id = "", expires = "", proof = ""] = ticket.split(".");
  const wanted = Buffer.from(proofOf(secret, `${tenantId}.${id}.${expires}`));
  const given = Buffer.from(proof);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
  return Number.parseInt(expires, 36) > nowMs ? { tenantId, id } : undefined;
}

function proofOf(secret: string, text: string): string {
  return createHmac("sha256", secret).update(`flash link\n${text}`).digest("base64url");
}
