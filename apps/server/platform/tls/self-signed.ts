import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isIP } from "node:net";
import * as der from "./der.ts";

const ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
const COMMON_NAME = "2.5.4.3";
const BASIC_CONSTRAINTS = "2.5.29.19";
const SUBJECT_ALT_NAME = "2.5.29.17";
const DNS_NAME = 2;
const IP_ADDRESS = 7;
const DAY_MS = 86_400_000;
const VALID_DAYS = 3650;

export interface TlsIdentity {
  /** Both PEM. */
  readonly cert: string;
  readonly key: string;
}

/** A certificate (RFC 5280) of our own for these names and addresses; a terminal that wants to trust it keeps a copy. */
export function selfSigned(hosts: readonly string[], nowMs: number): TlsIdentity {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const algorithm = der.sequence(der.objectId(ECDSA_WITH_SHA256));
  const name = der.sequence(der.set(der.sequence(der.objectId(COMMON_NAME), der.utf8String("Canopy"))));
  const certificate = der.sequence(
    der.explicit(0, der.integer(Buffer.from([2]))),
    der.integer(serialNumber()),
    algorithm,
    name,
    // A day back: the clock of a terminal is rarely right.
    der.sequence(der.time(new Date(nowMs - DAY_MS)), der.time(new Date(nowMs + VALID_DAYS * DAY_MS))),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der.explicit(3, der.sequence(...extensions(hosts))),
  );
  const signature = sign("sha256", certificate, privateKey);
  return {
    cert: pem("CERTIFICATE", der.sequence(certificate, algorithm, der.bitString(signature))),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function extensions(hosts: readonly string[]): Buffer[] {
  const names = hosts.map((host) =>
    isIP(host) ? der.implicit(IP_ADDRESS, addressBytes(host)) : der.implicit(DNS_NAME, Buffer.from(host)),
  );
  return [
    der.sequence(der.objectId(BASIC_CONSTRAINTS), der.boolean(true), der.octetString(der.sequence(der.boolean(true)))),
    der.sequence(der.objectId(SUBJECT_ALT_NAME), der.octetString(der.sequence(...names))),
  ];
}

function addressBytes(address: string): Buffer {
  if (isIP(address) === 4) return Buffer.from(address.split(".").map(Number));
  // The one address of IPv6 that is ours by name.
  return Buffer.concat([Buffer.alloc(15), Buffer.from([1])]);
}

/** RFC 5280 4.1.2.2: positive, at most 20 bytes, not guessable. */
function serialNumber(): Buffer {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x01;
  return bytes;
}

function pem(label: string, bytes: Buffer): string {
  const lines = bytes.toString("base64").match(/.{1,64}/g) ?? [];
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ""].join("\n");
}
