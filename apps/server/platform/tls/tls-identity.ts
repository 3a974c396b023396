import { X509Certificate } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Config } from "../config.ts";
import { StartFault } from "../engines/start-fault.ts";
import { selfSigned, type TlsIdentity } from "./self-signed.ts";

const FOLDER = "tls";
const LOCAL_HOSTS = ["localhost", "127.0.0.1", "::1"];
/** A certificate of our own that ends sooner is made anew. */
const MIN_LEFT_MS = 30 * 86_400_000;

export type TlsConfig = Pick<Config, "tls" | "dataFolder" | "publicUrl" | "mqttHost" | "ftpHost">;

/** CANOPY_TLS_CERT and CANOPY_TLS_KEY, or a certificate made once and kept in the data folder. The lock must be held. */
export function tlsIdentity(config: TlsConfig, nowMs: number): TlsIdentity {
  if (config.tls) return readGiven(config.tls.certPath, config.tls.keyPath);
  const folder = join(config.dataFolder, FOLDER);
  const paths = { cert: join(folder, "cert.pem"), key: join(folder, "key.pem") };
  if (!existsSync(paths.key) || !isGood(paths.cert, nowMs)) {
    const made = selfSigned(hostsOf(config), nowMs);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(paths.key, made.key, { mode: 0o600, flush: true });
    writeFileSync(paths.cert, made.cert, { mode: 0o644, flush: true });
  }
  return { cert: readFileSync(paths.cert, "utf8"), key: readFileSync(paths.key, "utf8") };
}

function readGiven(certPath: string, keyPath: string): TlsIdentity {
  return { cert: readFileOf("CANOPY_TLS_CERT", certPath), key: readFileOf("CANOPY_TLS_KEY", keyPath) };
}

function readFileOf(variable: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new StartFault(`${variable} cannot be read: ${error instanceof Error ? error.message : error}.`);
  }
}

function isGood(path: string, nowMs: number): boolean {
  try {
    return new X509Certificate(readFileSync(path)).validToDate.getTime() - nowMs > MIN_LEFT_MS;
  } catch {
    return false;
  }
}

function hostsOf(config: TlsConfig): string[] {
  return named([...LOCAL_HOSTS, hostname(), pagesHost(config), config.mqttHost, config.ftpHost]);
}

/**
 * Hosts that terminals connect to and the certificate does not name; a terminal that checks it does not connect. Settings
 * may have changed since it was made, and terminals may keep a copy: it is not made anew by itself.
 */
export function unnamedHosts(config: TlsConfig, { cert }: TlsIdentity): string[] {
  const certificate = new X509Certificate(cert);
  const pages = pagesHost(config);
  return named([config.mqttHost ?? pages, config.ftpHost ?? pages]).filter(
    (host) => (isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) === undefined,
  );
}

const pagesHost = ({ publicUrl }: TlsConfig) => (publicUrl ? new URL(publicUrl).hostname : undefined);

/** Each once; an address of IPv6 in brackets is no name. */
function named(hosts: readonly (string | undefined)[]): string[] {
  return [
    ...new Set(hosts.flatMap((host) => (host === undefined || host === "" || host.startsWith("[") ? [] : [host]))),
  ];
}
