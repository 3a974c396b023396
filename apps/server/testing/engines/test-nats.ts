import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { freePort, until } from "../processes/spawn-program.ts";

/** Why there is no NATS to test with, or undefined. */
export function whyNoNats(): string | undefined {
  const found = spawnSync("nats-server", ["--version"], { stdio: "ignore" });
  return found.error ? "nats-server is not installed (apt-get install nats-server)" : undefined;
}

export interface TestNats {
  readonly url: string;
  /** As in a crash; the port stays free. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** A NATS server of its own on a free port. */
export async function testNats(args: readonly string[] = []): Promise<TestNats> {
  const port = await freePort();
  const run = () => spawn("nats-server", ["-a", "127.0.0.1", "-p", String(port), ...args], { stdio: "ignore" });
  let child = run();
  await until(() => answersNats(port));
  return {
    url: `nats://127.0.0.1:${port}`,
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

export function answersNats(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("data", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
