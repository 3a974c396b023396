import { createSecureContext } from "node:tls";
import type { Log } from "../log.ts";
import type { TlsIdentity } from "./self-signed.ts";
import { type TlsConfig, tlsIdentity } from "./tls-identity.ts";

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
  const timer = setInterval(() => {
    try {
      const found = tlsIdentity(config, Date.now());
      if (found.cert === known.cert && found.key === known.key) return;
      // Of certificate and key perhaps only one was written so far.
      createSecureContext(found);
      known = found;
      renewed(found);
      log.info("the certificate of terminals was renewed");
    } catch (error) {
      log.warn({ err: error }, "the certificate of terminals could not be renewed");
    }
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
