import { isIPv4 } from "node:net";
import type { FileParts } from "./file-parts.ts";
import { signInFtp } from "./files/ftp/ftp-account-store.ts";
import { AccountFolder } from "./files/ftp/ftp-folder.ts";
import { FtpServer } from "./files/ftp/ftp-server.ts";
import type { Config } from "./platform/config.ts";
import { StartFault, systemCode } from "./platform/engines/start-fault.ts";
import type { Log } from "./platform/log.ts";
import { tlsIdentity } from "./platform/tls/tls-identity.ts";
import { watchTls } from "./platform/tls/watch-tls.ts";

/** FIL-03: the FTP server of role ingest. */
export async function startFtp({
  config,
  files,
  log,
}: {
  config: Config;
  files: FileParts;
  log: Log;
}): Promise<{ stop(): Promise<void> }> {
  const named = config.ftpHost ?? (config.publicUrl ? new URL(config.publicUrl).hostname : "");
  const server = new FtpServer({
    host: config.host,
    port: config.ftpPort,
    passive: config.ftpPassive,
    publicIpv4: isIPv4(named) ? named : undefined,
    tls: tlsIdentity(config, Date.now()),
    log,
    now: Date.now,
    signIn: async (user, password) => {
      const account = await signInFtp(files.db, user, password);
      return account && { account, folder: new AccountFolder(files, account) };
    },
  });
  try {
    await server.listen();
  } catch (error) {
    const code = systemCode(error);
    if (code === "EADDRINUSE")
      throw new StartFault(`Port ${config.ftpPort} is taken: set CANOPY_FTP_PORT to another one.`);
    if (code === "EACCES")
      throw new StartFault(`Port ${config.ftpPort} needs more rights: set CANOPY_FTP_PORT to one above 1023.`);
    throw error;
  }
  const tls = watchTls({ config, log, renewed: (identity) => server.useTls(identity) });
  return {
    async stop() {
      tls.stop();
      await server.stop();
    },
  };
}
