import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import fc from "fast-check";
import { generate } from "mqtt-packet";
import { describe, expect, it, onTestFinished } from "vitest";
import { selfSigned } from "../../platform/tls/self-signed.ts";
import { DEVICE, KEY, testGateway } from "../../testing/terminals/test-gateway.ts";
import type { GatewayOptions } from "./gateway.ts";
import { readProxyHeader } from "./proxy-header.ts";

const SIGNATURE = Buffer.from("\r\n\r\n\0\r\nQUIT\n", "latin1");

/** As HAProxy sends it, with a part of its own behind the addresses. */
function second(address: string, extra = Buffer.alloc(0)): Buffer {
  const addresses = Buffer.concat([Buffer.from(address.split(".").map(Number)), Buffer.from([127, 0, 0, 1])]);
  const body = Buffer.concat([addresses, Buffer.from([0x30, 0x39, 0x07, 0x5b]), extra]);
  const head = Buffer.from([0x21, 0x11, body.length >> 8, body.length & 0xff]);
  return Buffer.concat([SIGNATURE, head, body]);
}
const first = (address: string) => Buffer.from(`PROXY TCP4 ${address} 127.0.0.1 12345 1883\r\n`, "latin1");

describe("the header of a balancer", () => {
  it("names the address, and is incomplete until its last byte [DEV-12]", () => {
    const headers = fc.tuple(fc.ipV4(), fc.constantFrom(first, second), fc.uint8Array({ maxLength: 30 }));
    fc.assert(
      fc.property(headers, ([address, made, behind]) => {
        const header = made(address);
        const read = { kind: "read", address, bytes: header.length };
        expect(readProxyHeader(Buffer.concat([header, behind]))).toEqual(read);
        for (let end = 0; end < header.length; end += 1)
          expect(readProxyHeader(header.subarray(0, end))).toEqual({ kind: "incomplete" });
      }),
    );
  });

  it("of IPv6, with parts of the balancer's own, of the balancer itself and of an unknown family", () => {
    const sixth = Buffer.concat([SIGNATURE, Buffer.from([0x21, 0x21, 0, 36]), Buffer.alloc(36, 0x20)]);
    expect(readProxyHeader(sixth)).toMatchObject({ address: "2020:2020:2020:2020:2020:2020:2020:2020" });
    expect(readProxyHeader(second("10.1.2.3", Buffer.alloc(500)))).toMatchObject({ address: "10.1.2.3", bytes: 528 });
    const local = Buffer.concat([SIGNATURE, Buffer.from([0x20, 0, 0, 0])]);
    expect(readProxyHeader(local)).toEqual({ kind: "read", address: undefined, bytes: 16 });
    expect(readProxyHeader(Buffer.from("PROXY UNKNOWN\r\n"))).toMatchObject({ address: undefined });
  });

  it.each([
    [
      "a plain CONNECT",
      generate({ cmd: "connect", clientId: "x", protocolId: "MQTT", protocolVersion: 4, clean: true }),
    ],
    ["a line without an end", Buffer.from(`PROXY ${"x".repeat(200)}`)],
    ["an unknown command", Buffer.concat([SIGNATURE, Buffer.from([0x2f, 0x11, 0, 0])])],
    ["a length beyond every use", Buffer.concat([SIGNATURE, Buffer.from([0x21, 0x11, 0xff, 0xff])])],
  ])("%s is none", (_, bytes) => {
    expect(readProxyHeader(bytes)).toEqual({ kind: "broken" });
  });
});

const connectPacket = (password: string) =>
  generate({
    cmd: "connect",
    clientId: DEVICE,
    username: DEVICE,
    password: Buffer.from(password),
    protocolId: "MQTT",
    protocolVersion: 4,
    clean: true,
    keepalive: 60,
  });

/** The code of CONNACK; undefined: the connection was closed without one. */
async function answered(socket: Socket): Promise<number | undefined> {
  onTestFinished(() => void socket.destroy());
  if (socket.closed) return undefined;
  const answer = await new Promise<Buffer | undefined>((resolve) => {
    socket.once("data", resolve).once("close", () => resolve(undefined));
  });
  return answer?.[3];
}

async function proxied(options: Partial<GatewayOptions> = {}) {
  const { gateway } = await testGateway({ behindProxy: true, ...options });
  const open = async (port: number, header: Buffer) => {
    const socket = connect(port, "127.0.0.1");
    // Its close tells.
    socket.on("error", () => undefined);
    await once(socket, "connect");
    // In two pieces, as a network may bring them.
    socket.write(header.subarray(0, 7));
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { socket, rest: header.subarray(7) };
  };
  return {
    gateway,
    async come(header: Buffer, password = KEY) {
      const { socket, rest } = await open(gateway.mqttPort, header);
      socket.write(Buffer.concat([rest, connectPacket(password)]));
      return answered(socket);
    },
    async comeByTls(header: Buffer) {
      const { socket, rest } = await open(gateway.mqttsPort ?? 0, header);
      socket.write(rest);
      const secured = connectTls({ socket, rejectUnauthorized: false });
      await once(secured, "secureConnect");
      secured.write(connectPacket(KEY));
      return { code: await answered(secured), certificate: secured.getPeerX509Certificate()?.toString() };
    },
  };
}

describe("a gateway behind a balancer", () => {
  it("counts wrong keys by the terminal's address, so that they shut out nobody else [DEV-12]", async () => {
    const { come } = await proxied({ limits: { connectionsPerSecond: 0.001, connectionBurst: 20 } });
    expect(await come(first("203.0.113.9"), "wrong")).not.toBe(0);
    expect(await come(second("203.0.113.9"))).toBeUndefined();
    expect(await come(second("198.51.100.4"))).toBe(0);
  });

  it("takes nobody without a header", async () => {
    const { come } = await proxied();
    expect(await come(Buffer.from("no header at all"))).toBeUndefined();
  });

  it("ends TLS itself, with the certificate that was renewed meanwhile [DEV-12]", async () => {
    const [before, after] = [selfSigned(["localhost"], Date.now()), selfSigned(["localhost"], Date.now())];
    const { gateway, comeByTls } = await proxied({ tls: { port: 0, ...before } });
    const header = second("198.51.100.4");
    expect(await comeByTls(header)).toEqual({ code: 0, certificate: before.cert });
    gateway.useTls(after);
    expect(await comeByTls(header)).toEqual({ code: 0, certificate: after.cert });
  });
});
