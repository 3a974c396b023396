import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { resolvePath, shown } from "./ftp-path.ts";
import type { FtpData, FtpLine } from "./ftp-ports.ts";
import { FtpSession } from "./ftp-session.ts";
import { MemoryFolder } from "./test-ftp-folder.ts";

const ACCOUNT = {
  ...{ tenantId: "t", thingsId: "d", deviceId: "2D010203040506070809" },
  ...{ quotaBytes: 1000, passwordHash: Buffer.alloc(32) },
};

/** A session on a line of memory; `sent` is what the client sends over the next data connection. */
function world() {
  const replies: { code: number; text: string }[] = [];
  const folder = new MemoryFolder();
  const state = { sent: Buffer.alloc(0), got: Buffer.alloc(0), isCut: false, isClosed: false, isTls: false };
  const data: FtpData = {
    incoming: (async function* () {})(),
    async send(bytes) {
      state.got = Buffer.concat([state.got, bytes]);
    },
    end: async () => undefined,
    destroy: () => undefined,
  };
  async function* incoming() {
    yield state.sent;
    if (state.isCut) throw new Error("cut");
  }
  const line: FtpLine = {
    ipv4: "127.0.0.1",
    reply: (code, text) => void replies.push({ code, text }),
    replyLines: (code, first) => void replies.push({ code, text: first }),
    startTls: async () => {
      state.isTls = true;
    },
    openPassive: async () => 50_000,
    accept: async () => {
      state.got = Buffer.alloc(0);
      return { ...data, incoming: incoming() };
    },
    close: () => {
      state.isClosed = true;
    },
  };
  const signIn = async (user: string, password: string) =>
    user === "dev" && password === "right" ? { account: ACCOUNT, folder } : undefined;
  const session = new FtpSession({ line, signIn, now: () => 0 });
  const say = async (text: string): Promise<number> => {
    replies.length = 0;
    await session.handle(text);
    return replies.at(-1)?.code ?? 0;
  };
  return { session, folder, state, replies, say };
}

const signedIn = async () => {
  const made = world();
  await made.say("USER dev");
  await made.say("PASS right");
  return made;
};

describe("an FTP session", () => {
  it("does nothing before it has signed in [FIL-03]", async () => {
    const { say, state } = world();
    for (const command of ["PASV", "LIST", "STOR x", "RETR x", "DELE x", "CWD /", "PWD", "SIZE x", "RNFR x"])
      expect([command, await say(command)]).toEqual([command, 530]);
    expect(await say("PASS right")).toBe(503);
    for (const code of [331, 530, 331, 530, 331, 530])
      expect(await say(code === 331 ? "USER dev" : "PASS x")).toBe(code);
    expect(state.isClosed).toBe(true);
  });

  it("never connects to an address that the client names [FIL-03]", async () => {
    const { say } = await signedIn();
    expect(await say("PORT 10,0,0,1,0,22")).toBe(502);
    expect(await say("EPRT |1|10.0.0.1|22|")).toBe(502);
  });

  it("forgets who signed in when TLS begins [FIL-03]", async () => {
    const { say, state } = await signedIn();
    expect(await say("PBSZ 0")).toBe(503);
    expect(await say("AUTH TLS")).toBe(234);
    expect(state.isTls).toBe(true);
    expect(await say("PWD")).toBe(530);
    expect([await say("PBSZ 0"), await say("PROT P"), await say("PROT X")]).toEqual([200, 200, 536]);
  });

  it("ends at the next command about files when its account has gone [FIL-03] [USR-04]", async () => {
    for (const command of ["PASV", "LIST", "RETR x", "STOR x", "APPE x", "DELE x", "RNFR x", "SIZE x"]) {
      const { say, state, folder } = await signedIn();
      expect(await say("NOOP")).toBe(200);
      folder.shut();
      expect([command, await say(command)]).toEqual([command, 421]);
      expect(state.isClosed).toBe(true);
      expect(folder.paths()).toEqual([]);
    }
  });

  it("stores, resumes at the right byte alone, reads back and renames [FIL-03]", async () => {
    const { say, state, folder, replies } = await signedIn();
    await say("MKD day");
    await say("CWD day");
    state.sent = Buffer.from("01234");
    state.isCut = true;
    await say("PASV");
    expect(await say("STOR a.log")).toBe(426);
    state.isCut = false;
    state.sent = Buffer.from("56789");
    await say("REST 3");
    await say("PASV");
    expect(await say("STOR a.log")).toBe(554);
    await say("REST 5");
    await say("EPSV");
    expect(await say("STOR a.log")).toBe(226);
    expect(folder.bytesOf("/day/a.log")?.toString()).toBe("0123456789");
    await say("REST 7");
    await say("PASV");
    expect(await say("RETR /day/a.log")).toBe(226);
    expect(state.got.toString()).toBe("789");
    expect(await say("SIZE a.log")).toBe(213);
    expect(replies[0]?.text).toBe("10");
    expect([await say("RNTO b.log"), await say("RNFR a.log"), await say("RNTO b.log")]).toEqual([503, 350, 250]);
    expect(folder.bytesOf("/day/b.log")?.length).toBe(10);
  });

  const word = fc.oneof(
    fc.constantFrom("a", "b.log", "..", "../..", "/", "/../../etc/passwd", "a/../b", ".", "", "x".repeat(300), "a\\b"),
    fc.string({ maxLength: 12 }),
  );
  const verbs = [
    ...["USER", "PASS", "TYPE", "PASV", "EPSV", "PBSZ", "PROT", "AUTH", "LIST", "NLST", "MLSD", "MLST", "STOR", "APPE"],
    ...["REST", "RETR", "SIZE", "MDTM", "CWD", "PWD", "CDUP", "MKD", "RMD", "DELE", "RNFR", "RNTO", "NOOP", "FEAT"],
    ...["SYST", "PORT", "EPRT", "OPTS", "ABOR", "XYZZ", "", "QUIT"],
  ];
  const command = fc.tuple(fc.constantFrom(...verbs), word).map(([verb, argument]) => `${verb} ${argument}`);

  it("answers any commands with one final reply each, and stays in its folder [FIL-03]", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(command, { maxLength: 40 }), async (commands) => {
        const { session, replies, folder } = await signedIn();
        for (const text of commands) {
          replies.length = 0;
          await session.handle(text);
          expect(replies.filter(({ code }) => code >= 200)).toHaveLength(1);
          for (const { code } of replies) expect(code).toBeLessThan(600);
        }
        for (const path of folder.paths()) expect(path).toMatch(/^(\/(?!\.{1,2}(\/|$))[^/]+)+$/);
      }),
      { numRuns: 300 },
    );
  });

  it("has no path above its root [FIL-03]", () => {
    const part = fc.constantFrom("..", ".", "", "a", "b");
    fc.assert(
      fc.property(fc.array(part), fc.array(part), fc.boolean(), (current, parts, isAbsolute) => {
        const from = resolvePath([], current.join("/")) ?? [];
        const path = resolvePath(from, `${isAbsolute ? "/" : ""}${parts.join("/")}`);
        expect(path === undefined || path.every((one) => one === "a" || one === "b")).toBe(true);
        if (path) expect(resolvePath([], shown(path))).toEqual(path);
      }),
    );
  });
});
