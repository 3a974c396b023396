import type { Socket } from "node:net";

/*
 * The PROXY protocol of balancers, versions 1 and 2: the first bytes of a connection name the address that it came from.
 * https://www.haproxy.org/download/3.2/doc/proxy-protocol.txt
 */

const V1_START = Buffer.from("PROXY ", "latin1");
/** Of a line with its end. */
const V1_MOST_BYTES = 107;
const V2_START = Buffer.from([0x0d, 0x0a, 0x0d, 0x0a, 0x00, 0x0d, 0x0a, 0x51, 0x55, 0x49, 0x54, 0x0a]);
const V2_HEAD_BYTES = 16;
/** Addresses and what a balancer may add to them. */
const V2_MOST_BYTES = V2_HEAD_BYTES + 2048;
const COMMANDS = { local: 0x20, proxied: 0x21 } as const;
const TCP4 = 0x11;
const TCP6 = 0x21;

export type ProxyHeader =
  | { readonly kind: "incomplete" }
  | { readonly kind: "broken" }
  /** `address` is undefined for a connection of the balancer's own, which looks whether the port answers. */
  | { readonly kind: "read"; readonly address: string | undefined; readonly bytes: number };

const BROKEN: ProxyHeader = { kind: "broken" };
const INCOMPLETE: ProxyHeader = { kind: "incomplete" };

export function readProxyHeader(bytes: Buffer): ProxyHeader {
  if (begins(bytes, V2_START)) return bytes.length < V2_HEAD_BYTES ? INCOMPLETE : readSecond(bytes);
  if (begins(bytes, V1_START)) return readFirst(bytes);
  return BROKEN;
}

/** As far as both go. */
const begins = (bytes: Buffer, start: Buffer): boolean => {
  const length = Math.min(bytes.length, start.length);
  return bytes.subarray(0, length).equals(start.subarray(0, length));
};

function readFirst(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, V1_MOST_BYTES).indexOf("\r\n", "latin1");
  if (end < 0) return bytes.length < V1_MOST_BYTES ? INCOMPLETE : BROKEN;
  const [, family, address] = bytes.toString("latin1", 0, end).split(" ");
  if (family === "UNKNOWN") return { kind: "read", address: undefined, bytes: end + 2 };
  if ((family !== "TCP4" && family !== "TCP6") || !address) return BROKEN;
  return { kind: "read", address, bytes: end + 2 };
}

function readSecond(bytes: Buffer): ProxyHeader {
  const [command, family, length] = [bytes.readUInt8(12), bytes.readUInt8(13), bytes.readUInt16BE(14)];
  const end = V2_HEAD_BYTES + length;
  if (end > V2_MOST_BYTES) return BROKEN;
  if (bytes.length < end) return INCOMPLETE;
  if (command === COMMANDS.local) return { kind: "read", address: undefined, bytes: end };
  if (command !== COMMANDS.proxied) return BROKEN;
  const from = bytes.subarray(V2_HEAD_BYTES, end);
  if (family === TCP4 && length >= 12) return { kind: "read", address: from.subarray(0, 4).join("."), bytes: end };
  if (family === TCP6 && length >= 36) return { kind: "read", address: sixth(from), bytes: end };
  return BROKEN;
}

const sixth = (address: Buffer): string =>
  Array.from({ length: 8 }, (_, i) => address.readUInt16BE(2 * i).toString(16)).join(":");

/**
 * Takes the header off a connection and leaves the rest to its next reader. Undefined: it has none, it takes longer than
 * `withinMs`, or the connection ended.
 */
export function takeProxyHeader(socket: Socket, withinMs: number): Promise<{ address: string } | undefined> {
  return new Promise((resolve) => {
    let read = Buffer.alloc(0);
    const finish = (found: { address: string } | undefined) => {
      clearTimeout(timer);
      socket.off("data", take).off("close", gone);
      socket.pause();
      resolve(found);
    };
    const gone = () => finish(undefined);
    const take = (chunk: Buffer) => {
      read = Buffer.concat([read, chunk]);
      const header = readProxyHeader(read);
      if (header.kind === "incomplete") return;
      finish(header.kind === "read" ? { address: header.address ?? socket.remoteAddress ?? "" } : undefined);
      // Behind it: nobody listens any more.
      if (header.kind === "read" && read.length > header.bytes) socket.unshift(read.subarray(header.bytes));
    };
    const timer = setTimeout(gone, withinMs);
    socket.on("data", take).on("close", gone).resume();
  });
}
