import { Server } from "node:net";
import { expect, it, onTestFinished, vi } from "vitest";
import { terminal, testGateway } from "../../testing/terminals/test-gateway.ts";

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
