import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openFolder } from "../engines/spawn-host.ts";
import { answersNats } from "../engines/test-nats.ts";
import { type FaultLine, openLine } from "../faults/fault-line.ts";
import { freePort, until } from "../processes/spawn-program.ts";

const SERVERS = 3;

export interface NatsServer {
  /** Between its clients and it. */
  readonly line: FaultLine;
  /** As in a crash. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** Three NATS servers that are one cluster; clients know them by the lines in front of them. */
export interface ClusterNats {
  /** As NATS_URL has them. */
  readonly url: string;
  readonly servers: readonly NatsServer[];
  stop(): Promise<void>;
}

export async function clusterNats(): Promise<ClusterNats> {
  const folder = openFolder();
  const routes: number[] = [];
  for (let i = 0; i < SERVERS; i += 1) routes.push(await freePort());
  const servers: NatsServer[] = [];
  for (const own of routes) {
    const others = routes.filter((other) => other !== own);
    servers.push(await natsServer(join(folder, `${own}.conf`), own, others));
  }
  return {
    url: servers.map(({ line }) => `nats://127.0.0.1:${line.port}`).join(","),
    servers,
    async stop() {
      await Promise.all(servers.map((server) => server.kill()));
      await Promise.all(servers.map(({ line }) => line.close()));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function natsServer(file: string, route: number, others: readonly number[]): Promise<NatsServer> {
  const port = await freePort();
  const line = await openLine(port);
  const names = others.map((other) => `"nats-route://127.0.0.1:${other}"`).join(", ");
  const config = `listen: "127.0.0.1:${port}"
client_advertise: "127.0.0.1:${line.port}"
cluster { name: canopy, listen: "127.0.0.1:${route}", routes: [${names}] }
`;
  writeFileSync(file, config);
  const run = () => spawn("nats-server", ["-c", file], { stdio: "ignore" });
  let child = run();
  await until(() => answersNats(port));
  return {
    line,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
    async start() {
      child = run();
      await until(() => answersNats(port));
    },
  };
}
