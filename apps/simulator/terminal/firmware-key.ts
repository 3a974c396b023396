import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from "node:crypto";
import { firmwareManifest } from "@canopy/contract/device-link/firmware";
import { flashManifestText } from "@canopy/contract/device-link/flash/flash-order";

/** RFC 8410: what stands before the 32 bytes of an Ed25519 private key. */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");
const RAW_BYTES = 32;

/** The key that simulated terminals are made with. Everybody can compute it: it protects nothing but simulations. */
function simulatorKey(): KeyObject {
  const seed = createHash("sha256").update("firmware key of simulated terminals").digest();
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: "der", type: "pkcs8" });
}

export function simulatorPublicKey(): Uint8Array<ArrayBuffer> {
  const der = createPublicKey(simulatorKey()).export({ format: "der", type: "spki" });
  return Uint8Array.from(der.subarray(-RAW_BYTES));
}

export function simulatorPublicKeyPem(): string {
  return createPublicKey(simulatorKey()).export({ format: "pem", type: "spki" }).toString();
}

/** A signature that simulated terminals take, as base64. */
export function signForSimulators(image: Parameters<typeof firmwareManifest>[0]): string {
  return sign(null, Buffer.from(firmwareManifest(image)), simulatorKey()).toString("base64");
}

/** The same of a package for an ECU, or of its text. */
export function signPackageForSimulators(image: Parameters<typeof flashManifestText>[0]): string {
  return signTextForSimulators(flashManifestText(image));
}

export function signTextForSimulators(text: string): string {
  return sign(null, Buffer.from(text), simulatorKey()).toString("base64");
}
