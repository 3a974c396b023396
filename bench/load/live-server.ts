// The gateway, the live stream and role web in one process, as `npm start` has them, without a frame store: the live
// path does not wait for it. Says over IPC where it is; ends with its parent.
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { makeAccessToken } from "../../apps/server/accounts/access-tokens.ts";
import { createAccount } from "../../apps/server/accounts/create-account.ts";
import { createApp } from "../../apps/server/app.ts";
import { authenticateDevice } from "../../apps/server/devices/authenticate-device.ts";
import { canopyDialect } from "../../apps/server/frames/dialect-canopy.ts";
import { startGateway } from "../../apps/server/frames/gateway.ts";
import { startLivePublisher } from "../../apps/server/frames/live-publisher.ts";
import { openBus } from "../../apps/server/platform/bus/open-bus.ts";
import { openClickHouse } from "../../apps/server/platform/clickhouse/open-clickhouse.ts";
import { readConfig } from "../../apps/server/platform/config.ts";
import { prepareDataFolder } from "../../apps/server/platform/engines/data-folder.ts";
import { engineHome } from "../../apps/server/platform/engines/engine-home.ts";
import { startJobs } from "../../apps/server/platform/jobs/jobs.ts";
import { createLog } from "../../apps/server/platform/log.ts";
import { migrate } from "../../apps/server/platform/postgres/migrate.ts";
import { openDatabase } from "../../apps/server/platform/postgres/open-database.ts";
import { startPostgres } from "../../apps/server/platform/postgres/postgres-engine.ts";
import { manyDevices } from "../../apps/server/testing/faults/many-devices.ts";
import type { TestDevice } from "../../apps/server/testing/test-device.ts";

export interface LiveServerReport {
  readonly httpPort: number;
  readonly mqttPort: number;
  readonly tokens: readonly string[];
  readonly devices: readonly TestDevice[];
}

const [folder = "", deviceCount = "0", userCount = "0"] = process.argv.slice(2);
// Its end is abrupt for the connections of the pool.
const log = createLog("error");
const reading = readConfig({ CANOPY_DATA: folder, CANOPY_DEMO: "off", NATS_URL: process.env.NATS_URL });
if (!reading.ok) throw new Error(reading.problems.join(" "));
const { config } = reading;
prepareDataFolder(config.dataFolder);
const postgres = await startPostgres(config, engineHome(config.dataFolder), log);
const database = openDatabase({ url: postgres.url, log });
await migrate(database.pool, log);
const { db } = database;
const jobs = await startJobs({ database, log, jobs: [], work: false });
const bus = await openBus(config, log);
const live = startLivePublisher(bus, () => ({ nominalBps: 500_000 }), Date.now);
const gateway = await startGateway({
  host: "127.0.0.1",
  mqttPort: 0,
  dialects: [canopyDialect],
  authenticate: (deviceId, key) => authenticateDevice(db, deviceId, key),
  ingest: async (batch) => {
    live.batch(batch);
    return { kind: "stored" };
  },
  receive: async () => undefined,
  onPresence: (event) => live.presence(event),
  log,
  now: Date.now,
});
const app = await createApp({
  config,
  db,
  client: openClickHouse({ url: "http://127.0.0.1:9" }),
  bus,
  jobs,
  log,
  secret: "a secret of the benchmark",
  version: "bench",
  engineStates: () => ({}),
  deviceChanged: () => undefined,
  askDevice: async () => ({ kind: "offline" }),
  mqtt: { host: "127.0.0.1", port: 1883, sslport: 8883 },
  transferFolder: tmpdir(),
  now: Date.now,
});
await app.listen({ host: "127.0.0.1", port: 0 });

const account = {
  tenant: "bench",
  tenantKind: "owner",
  password: "Right-2026",
  role: "manager",
  tenantLevel: "write",
} as const;
const tokens: string[] = [];
let tenantId = "";
for (let i = 0; i < Number(userCount); i++) {
  const user = await createAccount(db, { ...account, name: `watcher${i}` });
  tenantId = user.tenantId;
  const wanted = { ...user, name: "bench", scope: "read", devices: null, expiresDays: 1 } as const;
  tokens.push((await makeAccessToken(db, wanted)).token);
}
const report: LiveServerReport = {
  httpPort: (app.server.address() as AddressInfo).port,
  mqttPort: gateway.mqttPort,
  tokens,
  devices: await manyDevices(db, tenantId, Number(deviceCount)),
};
process.send?.(report);
process.on("disconnect", async () => {
  await app.close();
  await gateway.stop();
  live.stop();
  await bus.close();
  await jobs.stop();
  await database.close();
  await postgres.stop();
  process.exit(0);
});
