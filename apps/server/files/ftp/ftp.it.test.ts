import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { setPackage } from "../../capacity/package-store.ts";
import { createLog } from "../../platform/log.ts";
import { selfSigned } from "../../platform/tls/self-signed.ts";
import { isMissing } from "../../testing/is-missing.ts";
import { describeFilePlaces } from "../../testing/stored/test-file-places.ts";
import { filesUrl, someBytes } from "../../testing/stored/test-files.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { setFtpPassword, signInFtp } from "./ftp-account-store.ts";
import { AccountFolder } from "./ftp-folder.ts";
import { FtpServer } from "./ftp-server.ts";

const run = promisify(execFile);
const TIMEOUT_MS = 120_000 * PATIENCE;
const MB = 1024 ** 2;

describeFilePlaces("the FTP server", { timeout: TIMEOUT_MS }, (openPlace) => {
  let world: TestApp;
  let manager: TestUser;
  let device: TestDevice;
  let server: FtpServer;
  let password: string;
  const folder = mkdtempSync(join(tmpdir(), "canopy-ftp-"));

  beforeAll(async () => {
    world = await testApp({}, await openPlace());
    manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
    await setPackage(world.database.db, manager.tenantId, UNLIMITED_PACKAGE);
    server = new FtpServer({
      host: "127.0.0.1",
      port: 0,
      passive: { from: 0, to: 0 },
      tls: selfSigned(["127.0.0.1"], Date.now()),
      log: createLog("fatal"),
      now: Date.now,
      signIn: async (user, given) => {
        const account = await signInFtp(world.database.db, user, given);
        return account && { account, folder: new AccountFolder(world.files, account) };
      },
    });
    await server.listen();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await server?.stop();
    await world?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    device = await testDevice(world.database.db, manager.tenantId);
    const url = `/api/things/${device.thingsId}/ftp-account`;
    const made = await world.call(manager, { method: "POST", url });
    expect(made.statusCode, made.body).toBe(200);
    password = made.json().data.password;
  });

  const fileOf = (name: string, bytes: Buffer) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  const curl = (path: string, ...args: string[]) =>
    run("curl", [
      "-sS",
      "--max-time",
      "60",
      "-u",
      `${device.deviceId}:${password}`,
      ...args,
      `ftp://127.0.0.1:${server.port}/${path}`,
    ]);
  const rows = async () => {
    const answer = await world.call(manager, {
      url: filesUrl(manager, `file-list?file_location=1&third_things_id=${device.deviceId}&page_size=50`),
    });
    return answer.json().list as {
      name: string;
      folder: string;
      size: number;
      state: string;
      repeats: number;
      same_as: string | null;
    }[];
  };

  it.each([[], ["--ssl-reqd", "-k"]])(
    "takes files of curl into folders and gives them back (%j %j) [FIL-03]",
    async (...tls) => {
      const bytes = someBytes(9 * MB + 3);
      const path = fileOf("big.log", bytes);
      await curl("2026/11/big.log", ...tls, "-T", path, "--ftp-create-dirs");
      expect(await rows()).toMatchObject([{ name: "big.log", folder: "2026/11", size: bytes.length, state: "stored" }]);
      const back = join(folder, "back");
      await curl("2026/11/big.log", ...tls, "-o", back);
      expect(readFileSync(back).equals(bytes)).toBe(true);
      await curl("2026/11/big.log", ...tls, "-o", back, "-r", "9437180-");
      expect(readFileSync(back).equals(bytes.subarray(9437180))).toBe(true);
      expect((await curl("2026/", ...tls)).stdout).toMatch(/^drwx.* 11\r?\n$/);
      expect((await curl("2026/11/", ...tls, "-l")).stdout.trim()).toBe("big.log");
    },
  );

  it.skipIf(isMissing("python3"))(
    "is understood by another client, Python's ftplib, with and without TLS [FIL-03]",
    async () => {
      const script = `
import ftplib, io, ssl, sys
port, user, password = int(sys.argv[1]), sys.argv[2], sys.argv[3]
for kind in (ftplib.FTP, ftplib.FTP_TLS):
    name = kind.__name__
    ftp = kind(context=ssl._create_unverified_context()) if kind is ftplib.FTP_TLS else kind()
    ftp.connect("127.0.0.1", port, 30)
    ftp.login(user, password)
    if kind is ftplib.FTP_TLS: ftp.prot_p()
    ftp.mkd(name); ftp.cwd(name)
    ftp.storbinary("STOR a.log", io.BytesIO(b"0123456789" * 20000))
    ftp.storbinary("APPE a.log", io.BytesIO(b"end"))
    assert ftp.size("a.log") == 200003, ftp.size("a.log")
    got = io.BytesIO(); ftp.retrbinary("RETR a.log", got.write, rest=199999)
    assert got.getvalue() == b"9end", got.getvalue()
    ftp.rename("a.log", "b.log")
    assert [n for n, f in ftp.mlsd() if f["type"] == "file"] == ["b.log"]
    assert ftp.pwd() == "/" + name
    ftp.cwd("..") ; assert ftp.pwd() == "/"
    ftp.cwd("../../..") ; assert ftp.pwd() == "/"
    assert name in ftp.nlst()
    ftp.delete(name + "/b.log")
    try:
        ftp.sendport("127.0.0.1", 22); raise SystemExit("active mode was accepted")
    except ftplib.error_perm as refused: assert str(refused).startswith("502")
    ftp.quit()
print("fine")`;
      const { stdout } = await run("python3", ["-c", script, String(server.port), device.deviceId, password]);
      expect(stdout.trim()).toBe("fine");
      expect(await rows()).toEqual([]);
    },
  );

  it("keeps a repeated upload once, and replaces a changed one [FIL-03]", async () => {
    const path = fileOf("r.log", someBytes(100_000));
    await curl("r.log", "-T", path);
    await curl("r.log", "-T", path);
    expect(await rows()).toMatchObject([{ name: "r.log", repeats: 1, size: 100_000 }]);
    await curl("s.log", "-T", path);
    expect((await rows()).find(({ name }) => name === "s.log")).toMatchObject({ same_as: "r.log" });
    await curl("r.log", "-T", fileOf("r.log", someBytes(50_000)));
    expect((await rows()).map(({ name, size }) => [name, size]).sort()).toEqual([
      ["r.log", 50_000],
      ["s.log", 100_000],
    ]);
  });

  it("goes on with a file whose connection was cut at any byte [FIL-03]", async () => {
    const bytes = someBytes(6 * MB);
    const path = fileOf("cut.log", bytes);
    for (const sent of [70_000, 4 * MB + 100_000, 5 * MB]) {
      const { stdout } = await curl("cut.log", "-I").catch(() => ({ stdout: "Content-Length: 0" }));
      const at = Number(/Content-Length: (\d+)/.exec(stdout)?.[1] ?? 0);
      const { control, data } = await beginStor("cut.log", at);
      data.write(bytes.subarray(at, sent));
      await expect.poll(() => data.writableLength, { timeout: 10_000 * PATIENCE }).toBe(0);
      // The whole terminal is gone: control and data, without a word.
      control.resetAndDestroy();
      data.resetAndDestroy();
      const partly = async () => (await rows())[0]?.state ?? "none";
      await expect.poll(partly, { timeout: 20_000 * PATIENCE }).toMatch(/receiving|none/);
    }
    await expect
      .poll(
        () =>
          curl("cut.log", "-T", path, "-C", "-").then(
            () => "sent",
            () => "again",
          ),
        { timeout: 30_000 * PATIENCE },
      )
      .toBe("sent");
    const back = join(folder, "back");
    await curl("cut.log", "-o", back);
    expect(readFileSync(back).equals(bytes)).toBe(true);
  });

  it("ends at the space of the device and at that of the tenant, also in the middle of a file [FIL-03] [CAP-01]", async () => {
    const { db } = world.database;
    await setFtpPassword(db, { tenantId: manager.tenantId, thingsId: device.thingsId }, password, MB);
    await sql`update ftp_accounts set quota_bytes = ${5 * MB} where things_id = ${device.thingsId}`.execute(db);
    const fits = fileOf("fits.log", someBytes(2 * MB));
    await curl("fits.log", "-T", fits);
    await expect(curl("over.log", "-T", fileOf("over.log", someBytes(9 * MB)))).rejects.toThrow();
    expect((await rows()).filter(({ state }) => state === "stored").map(({ name }) => name)).toEqual(["fits.log"]);
    await setPackage(db, manager.tenantId, { ...UNLIMITED_PACKAGE, ftp_storage_space: 1 / 1024 });
    await expect(curl("more.log", "-T", fits)).rejects.toThrow();
    await setPackage(db, manager.tenantId, UNLIMITED_PACKAGE);
  });

  it("has as much space as its account says, up to that of the package; a new password keeps it [FIL-03] [CAP-01]", async () => {
    const { db } = world.database;
    const url = `/api/things/${device.thingsId}/ftp-account`;
    const call = (method: "GET" | "POST" | "PUT", payload?: object) =>
      world.call(manager, { method, url, ...(payload && { payload }) });
    const quota = async () => (await call("GET")).json().data.quota;
    expect(await quota()).toBe(1024 * MB);
    expect((await call("PUT", { quota: 5 * MB })).json().data).toMatchObject({ quota: 5 * MB, is_open: true });
    // The password that the terminal has is good still.
    await expect(curl("over.log", "-T", fileOf("over.log", someBytes(9 * MB)))).rejects.toThrow();
    await curl("fits.log", "-T", fileOf("fits.log", someBytes(2 * MB)));
    password = (await call("POST")).json().data.password;
    expect(await quota()).toBe(5 * MB);
    password = (await call("POST", { quota: 20 * MB })).json().data.password;
    await curl("over.log", "-T", fileOf("over.log", someBytes(9 * MB)));
    await setPackage(db, manager.tenantId, { ...UNLIMITED_PACKAGE, ftp_storage_space: 1 });
    const refused = [await call("PUT", { quota: 1025 * MB }), await call("POST", { quota: 1025 * MB })];
    expect(refused.map((answer) => [answer.statusCode, answer.json().code])).toEqual([
      [400, "files.ftpQuota"],
      [400, "files.ftpQuota"],
    ]);
    expect(await quota()).toBe(20 * MB);
    await setPackage(db, manager.tenantId, UNLIMITED_PACKAGE);
    expect((await call("PUT", { quota: 1 })).statusCode).toBe(400);
    await world.call(manager, { method: "DELETE", url });
    expect((await call("PUT", { quota: 5 * MB })).json().code).toBe("files.ftpClosed");
  });

  it("shows a device its own files alone, and refuses a wrong or a void password [FIL-03]", async () => {
    await curl("own.log", "-T", fileOf("own.log", someBytes(10)));
    const other = await testDevice(world.database.db, manager.tenantId);
    const { tenantId } = manager;
    await setFtpPassword(world.database.db, { tenantId, thingsId: other.thingsId }, "another", MB);
    const asOther = ["-u", `${other.deviceId}:another`];
    expect((await curl("", ...asOther, "-l")).stdout).toBe("");
    await expect(curl("own.log", ...asOther)).rejects.toThrow();
    await expect(curl("..%2Fown.log", ...asOther)).rejects.toThrow();
    await expect(curl("", "-u", `${device.deviceId}:${device.key}`)).rejects.toThrow(/530|67/);
    await world.call(manager, { method: "DELETE", url: `/api/things/${device.thingsId}/ftp-account` });
    await expect(curl("")).rejects.toThrow(/530|67/);
  });

  it("leaves its folder by no path, whatever a client names [FIL-03]", async () => {
    const { control, say } = await passive();
    for (const path of ["..", "../..", "/..", "../../../../etc", "a/../../.."]) {
      await say(`CWD ${path}`);
      expect(await say("PWD")).toMatch(/^257 "\/[^.]*"/);
      await say("CWD /");
    }
    for (const path of [
      "/etc/passwd",
      "../../etc/passwd",
      "..\\..\\etc\\passwd",
      "%2e%2e/etc/passwd",
      "~root/.profile",
    ])
      expect(await say(`RETR ${path}`)).toMatch(/^5/);
    expect(await say("DELE ../../etc/passwd")).toMatch(/^5/);
    expect(await say("RNFR /etc/passwd")).toMatch(/^5/);
    expect(await say(`MKD ${"x".repeat(300)}`)).toMatch(/^5/);
    control.destroy();
    await curl("%2e%2e/%2e%2e/tricky.log", "--path-as-is", "-T", fileOf("tricky.log", someBytes(10))).catch(
      () => undefined,
    );
    for (const { folder: kept, name } of await rows()) expect(`${kept}/${name}`).not.toContain("..");
  });

  it("takes no data from another address than the control connection's [FIL-03]", async () => {
    const { control, port } = await passive();
    const stranger = connect({ port, host: "127.0.0.1", localAddress: "127.0.0.2" });
    stranger.on("error", () => undefined);
    await once(stranger, "close");
    control.end();
    await once(control, "close");
  });

  /** A client by hand. */
  async function passive(): Promise<{ control: Socket; port: number; say(line: string): Promise<string> }> {
    const control = connect(server.port, "127.0.0.1").setEncoding("utf8");
    control.on("error", () => undefined);
    const say = async (line: string): Promise<string> => {
      const reply = once(control, "data").then(([text]) => String(text));
      if (line) control.write(`${line}\r\n`);
      return reply;
    };
    await say("");
    await say(`USER ${device.deviceId}`);
    expect(await say(`PASS ${password}`)).toMatch(/^230/);
    const port = Number(/\|\|\|(\d+)\|/.exec(await say("EPSV"))?.[1]);
    return { control, port, say };
  }

  async function beginStor(name: string, at: number): Promise<{ control: Socket; data: Socket }> {
    const { control, port, say } = await passive();
    if (at > 0) await say(`REST ${at}`);
    expect(await say(`STOR ${name}`)).toMatch(/^150/);
    const data = connect(port, "127.0.0.1");
    data.on("error", () => undefined);
    await once(data, "connect");
    return { control, data };
  }
});
