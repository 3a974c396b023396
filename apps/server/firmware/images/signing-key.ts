import { createPublicKey, type KeyObject, verify } from "node:crypto";

const RAW_BYTES = 32;
/** RFC 8410: what stands before the raw key in a SubjectPublicKeyInfo. */
const SPKI_HEAD = Buffer.from("302a300506032b6570032100", "hex");

const fromRaw = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([SPKI_HEAD, raw]), format: "der", type: "spki" });

/** PEM, or the 32 bytes as base64 or hexadecimal; undefined for anything else. */
export function readPublicKey(text: string): Buffer | undefined {
  const given = text.trim();
  if (/^[0-9a-f]{64}$/i.test(given)) return Buffer.from(given, "hex");
  if (/^[A-Za-z0-9+/]{43}=$/.test(given)) return Buffer.from(given, "base64");
  try {
    const key = createPublicKey(given);
    if (key.asymmetricKeyType !== "ed25519") return undefined;
    return key.export({ format: "der", type: "spki" }).subarray(-RAW_BYTES);
  } catch {
    return undefined;
  }
}

export function isSignedBy(publicKey: Buffer, text: string, signature: string): boolean {
  return verify(null, Buffer.from(text), fromRaw(publicKey), Buffer.from(signature, "base64"));
}
