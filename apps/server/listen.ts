import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Config } from "./platform/config.ts";
import { StartFault, systemCode } from "./platform/engines/start-fault.ts";

/** Opens the port of role web; the result is where its pages are. */
export async function listen(app: FastifyInstance, config: Config): Promise<string> {
  try {
    await app.listen({ host: config.host, port: config.httpPort });
  } catch (error) {
    const code = systemCode(error);
    if (code === "EADDRINUSE") {
      throw new StartFault(`Port ${config.httpPort} is taken: set CANOPY_HTTP_PORT to another one.`);
    }
    if (code === "EACCES") {
      throw new StartFault(`Port ${config.httpPort} needs more rights: set CANOPY_HTTP_PORT to one above 1023.`);
    }
    if (code === "EADDRNOTAVAIL") {
      throw new StartFault(`${config.host} is no address of this machine: set CANOPY_HOST to one that is.`);
    }
    throw error;
  }
  const { port } = app.server.address() as AddressInfo;
  const host = config.host === "0.0.0.0" || config.host === "::" ? "localhost" : config.host;
  return config.publicUrl ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
