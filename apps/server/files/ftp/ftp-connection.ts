import { once } from "node:events";
import type { Socket } from "node:net";
import { type SecureContext, TLSSocket } from "node:tls";
import type { Log } from "../../platform/log.ts";
import { PassivePort, type PassiveRange } from "./ftp-passive.ts";
import { type FtpData, type FtpLine, FtpRefusal, REVOKED } from "./ftp-ports.ts";
import { type FtpServices, FtpSession } from "./ftp-session.ts";

/** A path of the deepest folders fits. */
const MOST_LINE_BYTES = 8192;
/** Without a command. */
const IDLE_MS = 300_000;
const HANDSHAKE_WITHIN_MS = 20_000;
const CLOSE_WITHIN_MS = 2000;

interface ConnectionOptions extends Omit<FtpServices, "line"> {
  readonly passive: PassiveRange;
  readonly host: string | undefined;
  readonly secure: SecureContext;
  readonly ipv4: string | undefined;
  readonly log: Log;
  readonly closed: () => void;
}

/** A control connection: lines in, one after the other, replies out. */
export class FtpConnection implements FtpLine {
  readonly ipv4: string | undefined;
  readonly #options: ConnectionOptions;
  readonly #session: FtpSession;
  readonly #peer: string;
  #socket: Socket;
  #passive: PassivePort | undefined;
  #data: FtpData | undefined;
  #rest = Buffer.alloc(0);
  readonly #lines: string[] = [];
  #isBusy = false;
  #isClosing = false;
  #work: Promise<void> = Promise.resolve();

  constructor(socket: Socket, options: ConnectionOptions) {
    this.#socket = socket;
    this.#peer = socket.remoteAddress ?? "";
    this.ipv4 = options.ipv4;
    this.#options = options;
    this.#session = new FtpSession({ line: this, signIn: options.signIn, now: options.now });
  }

  start(): void {
    this.#listen();
    this.#session.greet();
  }

  async stop(): Promise<void> {
    if (this.#socket.closed) return;
    const closed = once(this.#socket, "close").catch(() => undefined);
    this.#end("The server stops");
    await closed;
  }

  /** Where its account would not be let in any more. */
  async endIfRevoked(): Promise<void> {
    if (await this.#session.isRevoked()) this.#end(REVOKED);
  }

  reply(code: number, text: string): void {
    if (this.#socket.writable) this.#socket.write(`${code} ${text}\r\n`);
  }

  replyLines(code: number, first: string, lines: readonly string[], last: string): void {
    if (this.#socket.writable) this.#socket.write([`${code}-${first}`, ...lines, `${code} ${last}\r\n`].join("\r\n"));
  }

  async startTls(): Promise<void> {
    const plain = this.#socket;
    plain.removeAllListeners("data").removeAllListeners("close").setTimeout(0);
    // Commands that came in the clear behind AUTH would count as said over TLS.
    this.#rest = Buffer.alloc(0);
    this.#lines.length = 0;
    const secured = new TLSSocket(plain, { isServer: true, secureContext: this.#options.secure });
    secured.on("error", () => undefined);
    this.#socket = secured;
    this.#listen();
    // The idle time does not count inside a command.
    const late = setTimeout(() => secured.destroy(), HANDSHAKE_WITHIN_MS);
    try {
      await Promise.race([once(secured, "secure"), once(secured, "close")]);
    } finally {
      clearTimeout(late);
    }
  }

  async openPassive(): Promise<number> {
    this.#passive?.close();
    this.#passive = undefined;
    this.#passive = await PassivePort.open(this.#options.passive, this.#options.host, this.#peer);
    return this.#passive.port;
  }

  async accept(isProtected: boolean): Promise<FtpData> {
    const passive = this.#passive;
    if (passive === undefined) throw new FtpRefusal(425, "PASV or EPSV first");
    this.#data = await passive.accept(isProtected ? this.#options.secure : undefined);
    this.#passive = undefined;
    return this.#data;
  }

  /** What it was asked for is over; of one that has gone, the last of what came is kept. */
  settled(): Promise<void> {
    return this.#work;
  }

  close(): void {
    const socket = this.#socket;
    this.#isClosing = true;
    socket.end();
    // A client that keeps its side open would hold the connection.
    const forced = setTimeout(() => socket.destroy(), CLOSE_WITHIN_MS).unref();
    socket.once("close", () => clearTimeout(forced));
  }

  /** In the middle of a transfer too. */
  #end(text: string): void {
    this.reply(421, text);
    this.close();
    this.#data?.destroy();
  }

  #listen(): void {
    const socket = this.#socket;
    socket.on("data", (bytes: Buffer) => this.#arrived(bytes));
    socket.on("close", () => this.#gone());
    socket.setTimeout(IDLE_MS, () => {
      if (this.#isBusy) return;
      this.reply(421, "Idle for too long");
      this.close();
    });
  }

  /** Whoever loses the control connection in the middle of a transfer has not ended it. */
  #gone(): void {
    this.#isClosing = true;
    this.#passive?.close();
    this.#data?.destroy();
    this.#options.closed();
  }

  #arrived(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (let end = this.#rest.indexOf(10); end >= 0; end = this.#rest.indexOf(10)) {
      this.#lines.push(this.#rest.subarray(0, end).toString("utf8").replace(/\r$/, ""));
      this.#rest = this.#rest.subarray(end + 1);
    }
    if (this.#rest.length > MOST_LINE_BYTES || this.#lines.length > 100) {
      this.reply(500, "Too long");
      this.#socket.destroy();
      return;
    }
    if (!this.#isBusy) this.#work = this.#handleLines();
  }

  async #handleLines(): Promise<void> {
    this.#isBusy = true;
    try {
      for (let line = this.#lines.shift(); line !== undefined && !this.#isClosing; line = this.#lines.shift()) {
        await this.#session.handle(line);
      }
    } catch (error) {
      this.#options.log.error({ err: error }, "an FTP command failed");
      this.reply(451, "The server could not do it");
      this.close();
    } finally {
      this.#isBusy = false;
    }
  }
}
