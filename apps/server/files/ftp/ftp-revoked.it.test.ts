import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { deleteThings } from "../../devices/fleet/thing-store.ts";
import { assignTerminal, markMoved } from "../../devices/moves/move-store.ts";
import { createLog } from "../../platform/log.ts";
import { selfSigned } from "../../platform/tls/self-signed.ts";
import { newDeviceId, type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { closeFtpAccount, setFtpPassword, setFtpQuotaBytes, signInFtp } from "./ftp-account-store.ts";
import { AccountFolder } from "./ftp-folder.ts";
import { FtpServer } from "./ftp-server.ts";

const MB = 1024 ** 2;
const BYTES = Buffer.alloc(1000, 7);

let world: TestApp;
let server: FtpServer;
let device: TestDevice;
let tenants = 0;
beforeAll(async () => {
  world = await testApp();
  const signIn = async (user: string, given: string) => {
    const account = await signInFtp(world.database.db, user, given);
    return account && { account, folder: new AccountFolder(world.files, account) };
  };
  const tls = selfSigned(["127.0.0.1"], Date.now());
  const at = { host: "127.0.0.1", port: 0, passive: { from: 0, to: 0 } };
  server = new FtpServer({ ...at, tls, log: createLog("fatal"), now: Date.now, signIn });
  await server.listen();
});
afterAll(async () => {
  await server?.stop();
  await world?.close();
});
beforeEach(async () => {
  tenants += 1;
  const { tenantId } = await world.user({ tenant: `own ${tenants}`, name: `manager_${tenants}`, role: "manager" });
  device = await testDevice(world.database.db, tenantId);
  await setFtpPassword(world.database.db, device, "right", MB);
});

/** A client that has signed in. */
async function session() {
  const socket = connect(server.port, "127.0.0.1");
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const reply = async () => String((await lines.next()).value ?? "gone");
  const say = (line: string) => {
    socket.write(`${line}\r\n`);
    return reply();
  };
  const begin = async (name: string) => {
    const port = Number(/\|\|\|(\d+)\|/.exec(await say("EPSV"))?.[1]);
    expect(await say(`STOR ${name}`)).toMatch(/^150/);
    const data = connect(port, "127.0.0.1");
    data.on("error", () => undefined);
    onTestFinished(() => void data.destroy());
    return data;
  };
  const store = async (name: string) => {
    (await begin(name)).end(BYTES);
    return reply();
  };
  expect(await reply()).toMatch(/^220/);
  await say(`USER ${device.deviceId}`);
  expect(await say("PASS right")).toMatch(/^230/);
  return { reply, say, begin, store };
}

const stored = async () => {
  const found = await sql<{ name: string }>`select name from files where tenant_id = ${device.tenantId}
    order by name`.execute(world.database.db);
  return found.rows.map(({ name }) => name);
};

const ends: Record<string, () => Promise<unknown>> = {
  "a new password": () => setFtpPassword(world.database.db, device, "another", undefined),
  "the end of the account": () => closeFtpAccount(world.database.db, device.tenantId, device.thingsId),
  "the deletion of its device": () => deleteThings(world.database.db, device.tenantId, [device.thingsId]),
  "a swap of its terminal": async () => {
    const terminal = { deviceId: newDeviceId(), bindingNumber: device.bindingNumber, keyHash: Buffer.alloc(32) };
    await assignTerminal(world.database.db, device.tenantId, device.thingsId, terminal);
  },
  "a transfer to another tenant": () => markMoved(world.database.db, device.tenantId, device.thingsId),
  "the end of its tenant": () =>
    sql`update tenants set state = 'closed' where id = ${device.tenantId}`.execute(world.database.db),
};

describe.each(Object.keys(ends))("an FTP session, after %s [FIL-03] [USR-04] [DEV-14]", (way) => {
  const end = () => ends[way]?.();

  it("ends at its next command, and within a minute where it says nothing", async () => {
    const [asking, silent] = [await session(), await session()];
    expect(await asking.store("before.log")).toMatch(/^226/);
    await end();
    expect(await asking.say("DELE before.log")).toMatch(/^421/);
    expect(await asking.reply()).toBe("gone");
    expect(await stored()).toEqual(["before.log"]);
    await server.endRevoked();
    expect(await silent.reply()).toMatch(/^421/);
    expect(await silent.reply()).toBe("gone");
  });

  it("keeps nothing of a file that is on its way", async () => {
    const { reply, begin } = await session();
    const data = await begin("under-way.log");
    data.write(BYTES);
    await once(data, "connect");
    await end();
    data.end(BYTES);
    expect(await reply()).toMatch(/^530/);
    expect(await stored()).toEqual([]);
  });
});

it("an FTP session that is open has the space that its account has now [FIL-03]", async () => {
  const { tenantId, thingsId } = device;
  const { store } = await session();
  await setFtpQuotaBytes(world.database.db, tenantId, thingsId, 1500);
  expect(await store("fits.log")).toMatch(/^226/);
  expect(await store("over.log")).toMatch(/^552/);
  await setFtpQuotaBytes(world.database.db, tenantId, thingsId, MB);
  expect(await store("over.log")).toMatch(/^226/);
  expect(await stored()).toEqual(["fits.log", "over.log"]);
});
