import { once } from "node:events";
import { createServer, isIPv4, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createSecureContext, type SecureContext } from "node:tls";
import { addressKey } from "../../platform/http/address-key.ts";
import type { Log } from "../../platform/log.ts";
import type { TlsIdentity } from "../../platform/tls/self-signed.ts";
import { FtpConnection } from "./ftp-connection.ts";
import type { PassiveRange } from "./ftp-passive.ts";
import type { FtpServices } from "./ftp-session.ts";

const MOST_CONNECTIONS = 500;
const MOST_OF_ADDRESS = 50;
/** Failed sign-ins of one address within a minute; more are not even looked at. */
const MOST_FAILURES = 20;
const MINUTE_MS = 60_000;
/** Until the bytes of a connection that was cut are kept; a terminal waits longer than this for its reply. */
const SETTLES_WITHIN_MS = 20_000;
/** A session that says nothing, or is in a transfer, goes on for so long without an account. */
const LOOK_EVERY_MS = 60_000;

export interface FtpServerOptions {
  readonly host: string | undefined;
  readonly port: number;
  readonly passive: PassiveRange;
  /** The address that PASV names where it is not the one that was connected to. */
  readonly publicIpv4?: string | undefined;
  readonly tls: TlsIdentity;
  readonly log: Log;
  readonly signIn: FtpServices["signIn"];
  readonly now: () => number;
}

/** FIL-03: FTP, and FTPS by AUTH TLS on the same port. */
export class FtpServer {
  readonly #options: FtpServerOptions;
  #secure: SecureContext;
  readonly #server: Server;
  readonly #open = new Set<FtpConnection>();
  /** The device of each connection that signed in, until its work is over. */
  readonly #deviceOf = new Map<FtpConnection, string>();
  readonly #byAddress = new Map<string, number>();
  #failures = new Map<string, number>();
  #minute = 0;
  #looking: NodeJS.Timeout | undefined;

  constructor(options: FtpServerOptions) {
    this.#options = options;
    this.#secure = createSecureContext(options.tls);
    this.#server = createServer({ noDelay: true, keepAlive: true }, (socket) => this.#connected(socket));
  }

  async listen(): Promise<void> {
    this.#server.listen(this.#options.port, this.#options.host);
    await once(this.#server, "listening");
    this.#server.on("error", (error) => this.#options.log.error({ err: error }, "FTP"));
    this.#looking = setInterval(() => void this.endRevoked(), LOOK_EVERY_MS).unref();
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === "object" && address ? address.port : this.#options.port;
  }

  /** For connections that come from now on. */
  useTls(identity: TlsIdentity): void {
    this.#secure = createSecureContext(identity);
  }

  /** Ends connections whose account would not be let in any more. */
  async endRevoked(): Promise<void> {
    try {
      for (const connection of this.#open) await connection.endIfRevoked();
    } catch (error) {
      this.#options.log.warn({ err: error }, "FTP connections could not be checked");
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#looking);
    this.#server.close();
    await Promise.all([...this.#open].map((connection) => connection.stop()));
  }

  #connected(socket: Socket): void {
    const address = addressKey(socket.remoteAddress ?? "");
    socket.on("error", () => undefined);
    const count = (this.#byAddress.get(address) ?? 0) + 1;
    if (this.#open.size >= MOST_CONNECTIONS || count > MOST_OF_ADDRESS) {
      socket.end("421 Too many connections\r\n");
      return;
    }
    this.#byAddress.set(address, count);
    const { passive, host, log, now, publicIpv4 } = this.#options;
    const local = socket.localAddress?.replace(/^::ffff:/, "") ?? "";
    const connection = new FtpConnection(socket, {
      passive,
      host,
      secure: this.#secure,
      ipv4: publicIpv4 ?? (isIPv4(local) ? local : undefined),
      log,
      now,
      signIn: async (user, password) => {
        const found = await this.#signIn(address, user, password);
        if (found) await this.#takeOver(connection, found.account.thingsId);
        return found;
      },
      closed: () => this.#closed(connection, address),
    });
    this.#open.add(connection);
    connection.start();
  }

  #closed(connection: FtpConnection, address: string): void {
    if (!this.#open.delete(connection)) return;
    void connection.settled().then(() => this.#deviceOf.delete(connection));
    const left = (this.#byAddress.get(address) ?? 1) - 1;
    if (left > 0) this.#byAddress.set(address, left);
    else this.#byAddress.delete(address);
  }

  /** A terminal that was cut and comes back goes on from SIZE: what came before must be kept by then. */
  async #takeOver(connection: FtpConnection, thingsId: string): Promise<void> {
    if (!this.#open.has(connection)) return;
    this.#deviceOf.set(connection, thingsId);
    const cut = [...this.#deviceOf].filter(([other, device]) => device === thingsId && !this.#open.has(other));
    if (cut.length === 0) return;
    const waiting = new AbortController();
    const late = sleep(SETTLES_WITHIN_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
    await Promise.race([Promise.all(cut.map(([other]) => other.settled())), late]);
    waiting.abort();
  }

  async #signIn(address: string, user: string, password: string) {
    const minute = Math.floor(this.#options.now() / MINUTE_MS);
    if (minute !== this.#minute) this.#failures = new Map();
    this.#minute = minute;
    const failures = this.#failures.get(address) ?? 0;
    if (failures >= MOST_FAILURES) return undefined;
    const found = await this.#options.signIn(user, password);
    if (found === undefined) this.#failures.set(address, failures + 1);
    return found;
  }
}
