import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type LookUp, PrivateAddress, postOutside } from "./post-outside.ts";
import { isPublicAddress } from "./public-address.ts";

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener): Promise<URL> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  servers.push(server);
  await new Promise((resolve) => server.once("listening", resolve));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
}

const post = (url: URL, mayBePrivate = true, patienceMs = 10_000) =>
  postOutside({ url, headers: { "content-type": "application/json" }, body: "{}", mayBePrivate, patienceMs });

describe("an address", () => {
  it.each(["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001:830::200e"])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.31.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "::1",
    "::",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "64:ff9b::7f00:1",
    "fd00::1",
    "fe80::1",
    "ff02::1",
    "2002:7f00:1::",
    "localhost",
    "",
  ])("%s is not", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("a call to the outside", () => {
  it("posts and reads the answer", async () => {
    const url = await serve((request, response) => {
      response.writeHead(201, { "retry-after": "3" });
      request.pipe(response);
    });
    expect(await post(url)).toMatchObject({ status: 201, body: "{}", headers: { "retry-after": "3" } });
  });

  it("to a private address that a tenant gave is refused, by number and by name [TRG-06]", async () => {
    let calls = 0;
    const { port } = await serve((_, response) => {
      calls += 1;
      response.end();
    });
    for (const host of ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "localhost", "2130706433", "0x7f.1"])
      await expect(post(new URL(`http://${host}:${port}/hook`), false)).rejects.toThrow(PrivateAddress);
    expect(calls).toBe(0);
  });

  it("resolves a name once for each connection, and refuses it whatever it said before [TRG-06]", async () => {
    let calls = 0;
    const { port } = await serve((_, response) => {
      calls += 1;
      response.end();
    });
    const [own, foreign] = [
      { address: "127.0.0.1", family: 4 },
      { address: "8.8.8.8", family: 4 },
    ];
    // One that names both is not called at its public address either.
    const answers = [[foreign, own], [own, foreign], [own]];
    const asked: string[] = [];
    const lookUp: LookUp = (host, _options, done) => {
      done(null, answers[asked.push(host) - 1] ?? []);
    };
    const url = new URL(`http://rebound.example:${port}/hook`);
    for (const [i] of answers.entries()) {
      const hostile = postOutside({ url, headers: {}, body: "{}", mayBePrivate: false, lookUp });
      await expect(hostile).rejects.toThrow(PrivateAddress);
      expect([asked.length, calls]).toEqual([i + 1, 0]);
    }
  });

  it("follows no redirect, reads no endless answer and waits for none that does not come [TRG-06]", async () => {
    const moved = await serve((_, response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end());
    expect((await post(moved)).status).toBe(302);
    const endless = await serve((_, response) => {
      const more = () => {
        while (response.write("x".repeat(16_384)));
      };
      response.on("drain", more);
      more();
    });
    expect((await post(endless)).body).toHaveLength(64 * 1024);
    const silent = await serve(() => undefined);
    await expect(post(silent, true, 200)).rejects.toThrow("gave no answer within 0.2 s");
  });
});
