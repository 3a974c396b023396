import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createLog } from "../../platform/log.ts";
import { selfSigned } from "../../platform/tls/self-signed.ts";
import type { FtpPath } from "./ftp-path.ts";
import type { FtpUpload, WriteMode } from "./ftp-ports.ts";
import { FtpServer } from "./ftp-server.ts";
import { MemoryFolder } from "./test-ftp-folder.ts";

/** Keeps what came of a cut file only when it is let. */
class SlowFolder extends MemoryFolder {
  readonly #mayKeep: Promise<void>;
  readonly #taken: () => void;

  constructor(mayKeep: Promise<void>, taken: () => void) {
    super();
    this.#mayKeep = mayKeep;
    this.#taken = taken;
  }

  override async write(path: FtpPath, mode: WriteMode): Promise<FtpUpload | undefined> {
    const upload = await super.write(path, mode);
    return (
      upload && {
        take: async (bytes) => {
          await upload.take(bytes);
          this.#taken();
        },
        finish: () => upload.finish(),
        cut: () => this.#mayKeep.then(() => upload.cut()),
      }
    );
  }
}

async function serverWith(folders: Readonly<Record<string, MemoryFolder>>): Promise<FtpServer> {
  const server = new FtpServer({
    host: "127.0.0.1",
    port: 0,
    passive: { from: 0, to: 0 },
    tls: selfSigned(["127.0.0.1"], Date.now()),
    log: createLog("fatal"),
    now: Date.now,
    signIn: async (user) => {
      const folder = folders[user];
      const ids = { tenantId: "t", thingsId: user, deviceId: user };
      return folder && { account: { ...ids, quotaBytes: 1000, passwordHash: Buffer.alloc(32) }, folder };
    },
  });
  await server.listen();
  onTestFinished(() => server.stop());
  return server;
}

/** A client that says lines and reads until a reply that matches. */
function client(server: FtpServer, allowHalfOpen = false) {
  const socket = connect({ port: server.port, host: "127.0.0.1", allowHalfOpen }).setEncoding("utf8");
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  let text = "";
  socket.on("data", (more) => {
    text += more;
  });
  const say = (...lines: string[]) => void socket.write(lines.map((line) => `${line}\r\n`).join(""));
  const reply = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(text);
      if (found) return found;
      await once(socket, "data");
    }
  };
  return { socket, say, reply };
}

it("a terminal that was cut and comes back finds all that came, though it is still being kept [FIL-03]", async () => {
  const [mayKeep, taken] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const folder = new SlowFolder(mayKeep.promise, taken.resolve);
  const server = await serverWith({ cut: folder, other: new MemoryFolder() });

  const first = client(server);
  first.say("USER cut", "PASS x", "EPSV");
  const port = Number((await first.reply(/\|\|\|(\d+)\|/))[1]);
  first.say("STOR a.log");
  const data: Socket = connect(port, "127.0.0.1");
  data.on("error", () => undefined);
  data.write("01234");
  await taken.promise;
  first.socket.resetAndDestroy();
  data.resetAndDestroy();

  const second = client(server);
  second.say("USER cut", "PASS x", "SIZE a.log");
  await second.reply(/^331/m);
  // Nobody else waits for it; by then the second would have its answer too.
  const third = client(server);
  third.say("USER other", "PASS x", "SIZE a.log");
  await third.reply(/^550/m);
  mayKeep.resolve();
  expect((await second.reply(/^(213|550) .*$/m))[0].trim()).toBe("213 5");
});

it("a session whose account has gone ends, silent or in the middle of a file; others go on [FIL-03] [USR-04]", async () => {
  const taken = Promise.withResolvers<void>();
  const folder = new SlowFolder(Promise.resolve(), taken.resolve);
  const server = await serverWith({ gone: folder, other: new MemoryFolder() });
  const [silent, sending, other] = [client(server), client(server), client(server)];
  silent.say("USER gone", "PASS x");
  other.say("USER other", "PASS x");
  sending.say("USER gone", "PASS x", "EPSV");
  const port = Number((await sending.reply(/\|\|\|(\d+)\|/))[1]);
  sending.say("STOR a.log");
  const data = connect(port, "127.0.0.1");
  data.on("error", () => undefined);
  data.resume().write("01234");
  await Promise.all([taken.promise, silent.reply(/^230/m), other.reply(/^230/m)]);
  await server.endRevoked();
  silent.say("NOOP");
  await silent.reply(/^200/m);
  folder.shut();
  await server.endRevoked();
  expect((await silent.reply(/^421.*$/m))[0]).toContain("sign in again");
  expect((await sending.reply(/^421.*$/m))[0]).toContain("sign in again");
  for (const socket of [silent.socket, sending.socket, data]) await expect.poll(() => socket.destroyed).toBe(true);
  other.say("NOOP");
  await other.reply(/^200/m);
});

describe("a connection that its client does not end", () => {
  const fakeTimers = () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
  };

  it("ends where AUTH TLS is followed by no handshake [FIL-03]", async () => {
    const server = await serverWith({});
    fakeTimers();
    const { socket, say, reply } = client(server);
    say("AUTH TLS");
    await reply(/^234/m);
    const closed = once(socket, "close");
    vi.advanceTimersByTime(20_000);
    await closed;
    expect(socket.destroyed).toBe(true);
  });

  it("goes on with TLS when the time of the handshake is over [FIL-03]", async () => {
    const server = await serverWith({ dev: new MemoryFolder() });
    fakeTimers();
    const { socket, say, reply } = client(server);
    say("AUTH TLS");
    await reply(/^234/m);
    socket.removeAllListeners("data");
    const secured = connectTls({ socket, rejectUnauthorized: false }).setEncoding("utf8");
    secured.on("error", () => undefined);
    onTestFinished(() => void secured.destroy());
    secured.write("NOOP\r\n");
    expect(String((await once(secured, "data"))[0])).toMatch(/^200/);
    vi.advanceTimersByTime(20_000);
    secured.write("NOOP\r\n");
    expect(String((await once(secured, "data"))[0])).toMatch(/^200/);
  });

  it("ends after QUIT though the client keeps its side open [FIL-03]", async () => {
    const server = await serverWith({});
    fakeTimers();
    const { socket, say } = client(server, true);
    const ended = once(socket, "end");
    say("QUIT");
    await ended;
    expect(socket.destroyed).toBe(false);
    vi.advanceTimersByTime(2000);
    await expect
      .poll(() => {
        say("NOOP");
        return socket.destroyed;
      })
      .toBe(true);
  });
});
