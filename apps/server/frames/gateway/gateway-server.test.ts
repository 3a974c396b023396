import type { Server } from "node:net";
import { expect, it, vi } from "vitest";
import { terminal, testGateway } from "../../testing/test-gateway.ts";

const made = vi.hoisted((): Server[] => []);
vi.mock("node:net", async (original) => {
  const net = await original<typeof import("node:net")>();
  const createServer = (...args: Parameters<typeof net.createServer>) => {
    const server = net.createServer(...args);
    made.push(server);
    return server;
  };
  return { ...net, createServer };
});

it("the gateway survives connections that it cannot accept, again and again [DEV-12]", async () => {
  const { gateway } = await testGateway();
  const tooMany = Object.assign(new Error("accept EMFILE"), { code: "EMFILE" });
  for (let i = 0; i < 3; i++) expect(made[0]?.emit("error", tooMany)).toBe(true);
  await terminal(gateway, 5);
  expect(gateway.onlineDevices()).toHaveLength(1);
});
