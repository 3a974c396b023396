import { createSecureContext } from "node:tls";
import type { Log } from "../log.ts";
import type { TlsIdentity } from "./self-signed.ts";
import { type TlsConfig, tlsIdentity, unnamedHosts } from "./tls-identity.ts";

const EVERY_MS = 60_000;

interface TlsWatch {
  readonly config: TlsConfig;
  readonly log: Log;
  readonly everyMs?: number;
  renewed(identity: TlsIdentity): void;
}

/** Certificates are renewed in their files while the server runs (cert-manager, certbot). */
export function watchTls({ config, log, everyMs = EVERY_MS, renewed }: TlsWatch): { stop(): void } {
  let known = tlsIdentity(config, Date.now());
  warnOfUnnamed(config, known, log);
  const timer = setInterval(() => {
    try {
      const found = tlsIdentity(config, Date.now());
      if (found.cert === known.cert && found.key === known.key) return;
      // Of certificate and key perhaps only one was written so far.
      createSecureContext(found);
      known = found;
      renewed(found);
      warnOfUnnamed(config, found, log);
      log.info("the certificate of terminals was renewed");
    } catch (error) {
      log.warn({ err: error }, "the certificate of terminals could not be renewed");
    }
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

function warnOfUnnamed(config: TlsConfig, identity: TlsIdentity, log: Log): void {
  const hosts = unnamedHosts(config, identity);
  if (hosts.length > 0) log.warn({ hosts }, "the certificate of terminals does not name hosts of the settings");
}
