import { connect, type Socket } from "node:net";

/** MQTT 3.1.1 as docs/device-protocol.md §1 shows it byte by byte: light enough for thousands at once. */
export interface PageTerminalOptions {
  readonly port: number;
  readonly deviceId: string;
  readonly key: string;
  /** Of the loopback network: limits count by address. */
  readonly localAddress?: string;
  readonly keepAliveS?: number;
}

const CONNACK = 0x20;
const PUBLISH_QOS_1 = 0x32;
const PUBACK = 0x40;
const CONNECT_WITHIN_MS = 30_000;
const MOST_IDENTIFIERS = 65_535;

const text = (value: string) => {
  const bytes = Buffer.from(value);
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 0xff]), bytes]);
};

function packet(first: number, ...rest: readonly Uint8Array[]): Buffer {
  const length: number[] = [];
  let left = rest.reduce((total, part) => total + part.length, 0);
  for (; left > 0x7f; left >>>= 7) length.push((left & 0x7f) | 0x80);
  return Buffer.concat([Buffer.from([first, ...length, left]), ...rest]);
}

export function connectPacket({ deviceId, key, keepAliveS = 60 }: PageTerminalOptions): Buffer {
  const head = Buffer.concat([text("MQTT"), Buffer.from([4, 0xc2, keepAliveS >> 8, keepAliveS & 0xff])]);
  return packet(0x10, head, text(deviceId), text(deviceId), text(key));
}

/** The topic of a terminal's frames, as the beginning of a PUBLISH. */
export function publishPacket(topic: Uint8Array, identifier: number, payload: Uint8Array): Buffer {
  return packet(PUBLISH_QOS_1, topic, Buffer.from([identifier >> 8, identifier & 0xff]), payload);
}

export class PageTerminal {
  /** The connection has ended, from either side. */
  readonly closed: Promise<void>;
  readonly socket: Socket;
  readonly #topic: Buffer;
  readonly #waiting = new Map<number, () => void>();
  #lastIdentifier = 0;
  #rest: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket, deviceId: string) {
    this.socket = socket;
    this.#topic = text(`canopy/1/${deviceId}/up/frames`);
    this.closed = new Promise((resolve) => socket.once("close", () => resolve()));
  }

  /** Rejects when it is refused, or the connection ends before the CONNACK. */
  static async open(options: PageTerminalOptions): Promise<PageTerminal> {
    const { port, localAddress } = options;
    const socket = connect({ host: "127.0.0.1", port, ...(localAddress && { localAddress }) });
    const terminal = new PageTerminal(socket, options.deviceId);
    socket.setNoDelay(true);
    socket.on("error", () => undefined);
    await new Promise<void>((resolve, reject) => {
      socket.setTimeout(CONNECT_WITHIN_MS, () => socket.destroy());
      socket.once("connect", () => socket.write(connectPacket(options)));
      socket.once("close", () => reject(new Error("closed before CONNACK")));
      socket.once("data", (bytes: Buffer) => {
        if (bytes[0] === CONNACK && bytes[3] === 0) resolve();
        else reject(new Error(`refused: ${bytes.toString("hex")}`));
      });
    }).catch((error: unknown) => {
      socket.destroy();
      throw error;
    });
    socket.setTimeout(0);
    socket.on("data", (bytes: Buffer) => terminal.#read(bytes));
    return terminal;
  }

  /** Unacknowledged messages. */
  get waiting(): number {
    return this.#waiting.size;
  }

  publish(payload: Uint8Array, onPuback: () => void): void {
    this.#lastIdentifier = (this.#lastIdentifier % MOST_IDENTIFIERS) + 1;
    this.#waiting.set(this.#lastIdentifier, onPuback);
    this.socket.write(publishPacket(this.#topic, this.#lastIdentifier, payload));
  }

  /** Rejects when the connection ends before the PUBACK. */
  publishAndWait(payload: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      void this.closed.then(() => reject(new Error("closed before PUBACK")));
      this.publish(payload, resolve);
    });
  }

  end(): void {
    this.socket.destroy();
  }

  #read(bytes: Buffer): void {
    let rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    // Everything that comes down to it is short: the length is in one byte, or it is nothing we wait for.
    for (let size = sizeOf(rest); size > 0 && rest.length >= size; size = sizeOf(rest)) {
      if (rest[0] === PUBACK) this.#acknowledged(rest.readUInt16BE(2));
      rest = rest.subarray(size);
    }
    this.#rest = rest;
  }

  #acknowledged(identifier: number): void {
    const waiter = this.#waiting.get(identifier);
    this.#waiting.delete(identifier);
    waiter?.();
  }
}

/** Of the packet at the head, or 0 while its length is not known. */
function sizeOf(bytes: Buffer): number {
  let length = 0;
  for (let at = 1; at < Math.min(bytes.length, 5); at += 1) {
    const byte = bytes[at] ?? 0;
    length += (byte & 0x7f) * 128 ** (at - 1);
    if ((byte & 0x80) === 0) return 1 + at + length;
  }
  return 0;
}
