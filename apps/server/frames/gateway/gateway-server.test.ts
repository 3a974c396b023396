import { Server } from "node:net";
import { connectAsync } from "mqtt";
import { expect, it, onTestFinished, vi } from "vitest";
import { selfSigned } from "../../platform/tls/self-signed.ts";
import { anyGateway, DEVICE, KEY, terminal, testGateway } from "../../testing/terminals/test-gateway.ts";

it("the gateway survives connections that it cannot accept, again and again [DEV-12]", async () => {
  const listen = vi.spyOn(Server.prototype, "listen");
  onTestFinished(() => listen.mockRestore());
  const { gateway } = await testGateway();
  const [server] = listen.mock.contexts;
  if (!(server instanceof Server)) throw new Error("the gateway has no server");
  const tooMany = Object.assign(new Error("accept EMFILE"), { code: "EMFILE" });
  for (let i = 0; i < 3; i++) expect(server.emit("error", tooMany)).toBe(true);
  await terminal(gateway, 5);
  expect(gateway.onlineDevices()).toHaveLength(1);
});

it("the gateway takes terminals over TLS alone where it is told so [DEV-12] [OPS-02]", async () => {
  const listen = vi.spyOn(Server.prototype, "listen");
  onTestFinished(() => listen.mockRestore());
  const identity = selfSigned(["localhost"], Date.now());
  const { gateway } = await anyGateway({ mqttPort: undefined, tls: { port: 0, ...identity } });
  expect([gateway.mqttPort, listen.mock.contexts.length]).toEqual([undefined, 1]);
  const address = `mqtts://localhost:${gateway.mqttsPort}`;
  const client = await connectAsync(address, { ca: identity.cert, clientId: DEVICE, username: DEVICE, password: KEY });
  expect(gateway.onlineDevices()).toEqual([DEVICE]);
  await client.endAsync();
});
