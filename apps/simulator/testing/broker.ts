import { createServer, type Server, type Socket } from "node:net";

export interface Published {
  topic: string;
  payload: Buffer;
}

/** The broker's treatment of a QoS 1 message. cut: the connection ends before the PUBACK. */
export type Verdict = "acknowledge" | "cut" | "ignore";

/** As much of an MQTT 3.1.1 server as a terminal needs, with faults on order. */
export class TestBroker {
  readonly connects: { clientId: string; username: string; password: string }[] = [];
  readonly published: Published[] = [];
  judge: (message: Published) => Verdict = () => "acknowledge";
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  constructor() {
    this.server = createServer((socket) => this.serve(socket));
  }

  listen(port = 0): Promise<string> {
    return new Promise((resolve) => {
      this.server.listen(port, "127.0.0.1", () => {
        const address = this.server.address();
        resolve(`mqtt://127.0.0.1:${typeof address === "object" ? address?.port : port}`);
      });
    });
  }

  close(): Promise<void> {
    this.cutAll();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  cutAll(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** QoS 0 to all clients: a test has one terminal. */
  send(topic: string, message: unknown): void {
    const name = Buffer.from(topic);
    const body = Buffer.concat([u16(name.length), name, Buffer.from(JSON.stringify(message))]);
    for (const socket of this.sockets) socket.write(packet(0x30, body));
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    let rest: Buffer = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("close", () => this.sockets.delete(socket));
    socket.on("data", (chunk) => {
      rest = Buffer.concat([rest, chunk]);
      for (let one = takePacket(rest); one !== undefined; one = takePacket(rest)) {
        rest = one.rest;
        // After a cut nothing more of this connection counts.
        if (!socket.destroyed) this.packet(socket, one.head, one.body);
      }
    });
  }

  private packet(socket: Socket, head: number, body: Buffer): void {
    const kind = head >> 4;
    if (kind === 1) this.connect(socket, body);
    else if (kind === 3) this.publish(socket, head, body);
    else if (kind === 8) socket.write(packet(0x90, Buffer.concat([body.subarray(0, 2), Buffer.from([0, 0])])));
    else if (kind === 12) socket.write(packet(0xd0, Buffer.alloc(0)));
    else if (kind === 14) socket.end();
  }

  private connect(socket: Socket, body: Buffer): void {
    const words: string[] = [];
    for (let at = 10; at + 2 <= body.length; ) {
      const end = at + 2 + body.readUInt16BE(at);
      words.push(body.subarray(at + 2, end).toString());
      at = end;
    }
    const [clientId = "", username = "", password = ""] = words;
    this.connects.push({ clientId, username, password });
    socket.write(packet(0x20, Buffer.from([0, 0])));
  }

  private publish(socket: Socket, head: number, body: Buffer): void {
    const end = 2 + body.readUInt16BE(0);
    const isQos1 = (head & 0x06) === 0x02;
    const message = {
      topic: body.subarray(2, end).toString(),
      payload: Buffer.from(body.subarray(end + (isQos1 ? 2 : 0))),
    };
    this.published.push(message);
    if (!isQos1) return;
    const verdict = this.judge(message);
    if (verdict === "cut") socket.destroy();
    else if (verdict === "acknowledge") socket.write(packet(0x40, body.subarray(end, end + 2)));
  }
}

function takePacket(bytes: Buffer): { head: number; body: Buffer; rest: Buffer } | undefined {
  let length = 0;
  for (let i = 1; i < bytes.length && i < 5; i++) {
    const byte = bytes[i] ?? 0;
    length += (byte & 0x7f) << (7 * (i - 1));
    if (byte & 0x80) continue;
    const end = i + 1 + length;
    if (end > bytes.length) return undefined;
    return { head: bytes[0] ?? 0, body: bytes.subarray(i + 1, end), rest: bytes.subarray(end) };
  }
  return undefined;
}

function packet(head: number, body: Buffer): Buffer {
  const length: number[] = [];
  for (let left = body.length; ; left >>= 7) {
    length.push((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
    if (left <= 0x7f) break;
  }
  return Buffer.concat([Buffer.from([head, ...length]), body]);
}

function u16(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff]);
}
