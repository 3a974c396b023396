import type { FtpAccount } from "./ftp-account-store.ts";
import { FILE_COMMANDS } from "./ftp-file-commands.ts";
import { type FtpFolder, type FtpLine, FtpRefusal, REVOKED } from "./ftp-ports.ts";
import type { FtpCommand, FtpState } from "./ftp-session-types.ts";
import { TRANSFER_COMMANDS } from "./ftp-transfer-commands.ts";

export interface FtpServices {
  readonly line: FtpLine;
  /** Undefined: no such account, or another password. */
  readonly signIn: (user: string, password: string) => Promise<{ account: FtpAccount; folder: FtpFolder } | undefined>;
  readonly now: () => number;
}

const MOST_TRIES = 3;
const FEATURES = [
  "AUTH TLS",
  "EPSV",
  "MDTM",
  "MLST type*;size*;modify*;",
  "PBSZ",
  "PROT",
  "REST STREAM",
  "SIZE",
  "UTF8",
];
const ACTIVE = new Set(["PORT", "EPRT", "LPRT"]);
const SIGNED_IN: Readonly<Record<string, FtpCommand>> = { ...FILE_COMMANDS, ...TRANSFER_COMMANDS };
/** What REST and RNFR are about is the command behind them alone. */
const KEEPS_REST = new Set(["REST", "PASV", "EPSV", "TYPE", "PBSZ", "PROT", "NOOP"]);

/** FIL-03: RFC 959, 2228, 2428, 3659, 4217; every command has exactly one final reply. */
export class FtpSession {
  readonly #services: FtpServices;
  readonly #state: FtpState = {
    user: undefined,
    folder: undefined,
    current: [],
    isSecure: false,
    isProtected: false,
    restAt: 0,
    renameFrom: undefined,
    hasPassive: false,
    tries: 0,
  };

  constructor(services: FtpServices) {
    this.#services = services;
  }

  greet(): void {
    this.#services.line.reply(220, "Canopy");
  }

  /** A session may be open for weeks: whether its account would not be let in any more. */
  async isRevoked(): Promise<boolean> {
    const { folder } = this.#state;
    return folder !== undefined && !(await folder.isOpen()) && this.#state.folder === folder;
  }

  /** One line without its end. Lines are handed over one after the other. */
  async handle(line: string): Promise<void> {
    const space = line.indexOf(" ");
    const verb = (space < 0 ? line : line.slice(0, space)).toUpperCase();
    const argument = space < 0 ? "" : line.slice(space + 1);
    try {
      await this.#run(verb, argument);
    } catch (error) {
      if (!(error instanceof FtpRefusal)) throw error;
      this.#services.line.reply(error.code, error.message);
    } finally {
      if (verb !== "RNFR") this.#state.renameFrom = undefined;
      if (!KEEPS_REST.has(verb)) this.#state.restAt = 0;
    }
  }

  async #run(verb: string, argument: string): Promise<void> {
    const { line, now } = this.#services;
    const state = this.#state;
    const door = this.#doors[verb];
    if (door !== undefined) return door(argument);
    // Bounce attacks: the server never connects to an address that a client names.
    if (ACTIVE.has(verb)) throw new FtpRefusal(502, "Active mode is not offered: use PASV or EPSV");
    const command = SIGNED_IN[verb];
    if (command === undefined) throw new FtpRefusal(/^[A-Z]{3,4}$/.test(verb) ? 502 : 500, "Unknown command");
    if (state.folder === undefined) throw new FtpRefusal(530, "Sign in first");
    if (await this.isRevoked()) {
      line.reply(421, REVOKED);
      line.close();
      return;
    }
    await command({ line, folder: state.folder, state, now }, argument);
  }

  /** Commands that need no account. */
  readonly #doors: Readonly<Record<string, (argument: string) => Promise<void> | void>> = {
    USER: (name) => {
      this.#state.user = name;
      this.#state.folder = undefined;
      this.#services.line.reply(331, "Password?");
    },
    PASS: (password) => this.#pass(password),
    AUTH: (kind) => this.#auth(kind),
    PBSZ: (size) => {
      if (!this.#state.isSecure) throw new FtpRefusal(503, "AUTH TLS first");
      if (size !== "0") throw new FtpRefusal(501, "PBSZ=0");
      this.#services.line.reply(200, "PBSZ=0");
    },
    PROT: (level) => {
      if (!this.#state.isSecure) throw new FtpRefusal(503, "AUTH TLS first");
      const wanted = level.toUpperCase();
      if (wanted !== "P" && wanted !== "C") throw new FtpRefusal(536, "P or C");
      this.#state.isProtected = wanted === "P";
      this.#services.line.reply(200, `PROT ${wanted}`);
    },
    FEAT: () =>
      this.#services.line.replyLines(
        211,
        "Features",
        FEATURES.map((name) => ` ${name}`),
        "End",
      ),
    OPTS: (argument) => {
      if (!/^UTF-?8( ON)?$/i.test(argument)) throw new FtpRefusal(501, "UTF8 ON alone");
      this.#services.line.reply(200, "UTF-8");
    },
    SYST: () => this.#services.line.reply(215, "UNIX Type: L8"),
    NOOP: () => this.#services.line.reply(200, "OK"),
    QUIT: () => {
      this.#services.line.reply(221, "Goodbye");
      this.#services.line.close();
    },
  };

  async #pass(password: string): Promise<void> {
    const state = this.#state;
    const { line, signIn } = this.#services;
    if (state.user === undefined) throw new FtpRefusal(503, "USER first");
    const found = await signIn(state.user, password);
    if (found !== undefined) {
      state.folder = found.folder;
      state.current = [];
      line.reply(230, "Signed in");
      return;
    }
    state.user = undefined;
    state.tries += 1;
    line.reply(530, "User or password is wrong");
    if (state.tries >= MOST_TRIES) line.close();
  }

  async #auth(kind: string): Promise<void> {
    const state = this.#state;
    if (!/^(TLS|TLS-C|SSL)$/i.test(kind)) throw new FtpRefusal(504, "TLS alone");
    if (state.isSecure) throw new FtpRefusal(503, "TLS is on");
    this.#services.line.reply(234, "TLS");
    await this.#services.line.startTls();
    // RFC 4217 §4: what was said in the clear counts for nothing.
    Object.assign(state, { isSecure: true, user: undefined, folder: undefined, current: [] });
  }
}
