import type pg from "pg";
import { cleanUpAccounts } from "./accounts/clean-up.ts";
import { ownArchiveJob } from "./accounts/personal/own-archive.ts";
import { seedDemo } from "./accounts/seed-demo.ts";
import { cleanUpAlarms } from "./alarms/clean-up.ts";
import { limitPinsJob, PINS_CRON } from "./alarms/events/limit-pins.ts";
import { RuleRelay } from "./alarms/relay/rule-relay.ts";
import { searchJob } from "./alarms/search/run-search.ts";
import { createApp } from "./app.ts";
import { limitsOf } from "./capacity/limits.ts";
import { deletingParts, deletionJobs } from "./deletion-jobs.ts";
import { startDemoFleet, writeDemoFleet } from "./demo/demo-fleet.ts";
import { startDemoPast } from "./demo/demo-past.ts";
import { startSimulatedVehicles } from "./demo/simulated-vehicles.ts";
import { cleanUpDevices } from "./devices/clean-up.ts";
import { eraseTenantPackages } from "./diagnosis/packages/erase-packages.ts";
import { fileCleanUp, fileJobs, fileParts, openFilePlace, openInboxOf } from "./file-parts.ts";
import { eraseTenantFiles } from "./files/clean-up.ts";
import { eraseTenantInbox } from "./files/inbox/erase-inbox.ts";
import { eraseTenantImages } from "./firmware/clean-up.ts";
import { firmwareCleanUp, firmwareParts } from "./firmware-parts.ts";
import { observeDisks, observeFrameStore } from "./frame-store-metrics.ts";
import { deviceLink } from "./frames/gateway/gateway-bus.ts";
import { alarmsSubject } from "./frames/live/live-subjects.ts";
import { publishTaskEnd } from "./frames/live/live-user-news.ts";
import { quarantineJobs } from "./frames/quarantine/quarantine-jobs.ts";
import { NIGHTLY_CRON, nightlyJob, USAGE_CRON, usageJob } from "./frames/retention/nightly-jobs.ts";
import { startFtp } from "./ftp-role.ts";
import { startIngestRole } from "./ingest-role.ts";
import { eraseLake } from "./lake/erase-lake.ts";
import { LAKE_CRON } from "./lake/lake-clock.ts";
import { lakeJob, lakeRunJob } from "./lake/lake-job.ts";
import { listen } from "./listen.ts";
import { cleanUpMessages } from "./messages/clean-up.ts";
import { messageUsers } from "./messages/message-users.ts";
import type { NewUserMessage, Recipient } from "./messages/user-message-store.ts";
import { openFrames } from "./open-frames.ts";
import { outputParts } from "./output-parts.ts";
import { cleanUpOutputs } from "./outputs/clean-up.ts";
import { outputRunJob } from "./outputs/making/run-output.ts";
import { mqttAddress, outsideHost, webAddress } from "./outside-address.ts";
import type { Bus } from "./platform/bus/bus.ts";
import { openBus } from "./platform/bus/open-bus.ts";
import type { Config } from "./platform/config.ts";
import { prepareDataFolder } from "./platform/engines/data-folder.ts";
import { lockDataFolder } from "./platform/engines/data-lock.ts";
import { describeEngineHome, engineHome } from "./platform/engines/engine-home.ts";
import { cleanUpHeldFiles, heldFiles } from "./platform/files/held-files.ts";
import { startJobs } from "./platform/jobs/jobs.ts";
import type { Log } from "./platform/log.ts";
import { migrate } from "./platform/postgres/migrate.ts";
import { openDatabase } from "./platform/postgres/open-database.ts";
import { startPostgres } from "./platform/postgres/postgres-engine.ts";
import { refuseUnsafeServer } from "./platform/postgres/refuse-unsafe-server.ts";
import type { Db } from "./platform/postgres/schema.ts";
import { refuseServedElsewhere } from "./platform/postgres/server-elsewhere.ts";
import { storedSecret } from "./platform/secret.ts";
import { cleanUpPush } from "./push/clean-up.ts";
import { replayJob } from "./push/run-replay.ts";
import { readyParts } from "./ready-parts.ts";
import { backfillJob, FOLLOW_CRON, followJob } from "./signals/kept/materialise-jobs.ts";
import { countDistances, DISTANCE_CRON, distanceJob } from "./statistics/count-distances.ts";
import { partsOf } from "./store-parts.ts";
import { systemConsole } from "./system-console.ts";
import { testRuns } from "./test-parts.ts";
import { openTransferBucket, transferJobs, transferParts } from "./transfer-parts.ts";
import { cleanUpTransfers } from "./transfers/clean-up.ts";
import { transferFolder } from "./transfers/transfer-folder.ts";
import { VERSION } from "./version.ts";
import { startWorkerRole } from "./worker-role.ts";

export interface Program {
  /** Where the pages are; undefined without role web. */
  readonly address: string | undefined;
  /** Where the engine lives, when that is not the data folder. */
  readonly notes: readonly string[];
  stop(): Promise<void>;
}

/** Starts everything this process does, from the ground up; a failure stops the parts started before. */
export async function startProgram(config: Config, log: Log): Promise<Program> {
  const undo: (() => unknown)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    return { ...(await startParts(config, log, undo)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(config: Config, log: Log, undo: (() => unknown)[]): Promise<Omit<Program, "stop">> {
  prepareDataFolder(config.dataFolder);
  if (config.databaseUrl === undefined) await refuseServedElsewhere(config.dataFolder);
  const lock = lockDataFolder(config.dataFolder);
  undo.push(() => lock.release());
  const home = engineHome(config.dataFolder);
  const postgres = await startPostgres(config, home, log);
  undo.push(() => postgres.stop());
  const database = openDatabase({ url: postgres.url, log });
  undo.push(() => database.close());
  await refuseUnsafeServer(database.pool);
  await migrate(database.pool, log);
  if (config.demo) await seedDemo(database.db);
  const frames = await openFrames(config, postgres, log);
  const { store } = frames;
  undo.push(() => frames.close());
  const secret = storedSecret(config);

  const operating = systemConsole({
    config,
    db: database.db,
    servers: frames.servers.map(({ database: { pool }, store: own, address }) => ({ pool, store: own, address })),
    settledFrames: () => store.upkeep.settledFrames,
    log,
  });
  undo.push(() => operating.stop());

  const bus = await openBus(config, log);
  undo.push(() => bus.close());
  const folder = transferFolder(config.dataFolder);
  const bucket = await openTransferBucket(config.s3);
  undo.push(() => bucket?.close());
  const stores = { db: database.db, ...partsOf(store) };
  const { files: bare, folder: filesFolder } = await openFilePlace(config);
  undo.push(() => bare.close());
  const place = { files: heldFiles(bare, database.db), folder: filesFolder };
  const inbox = await openInboxOf(config.inbox);
  undo.push(() => inbox.inbox.close());
  const files = fileParts({ ...stores, now: Date.now }, place, inbox);
  const firmware = firmwareParts({ db: database.db, secret }, place);
  const { dataFolder } = config;
  const outputs = outputParts({
    ...stores,
    ...{ config, bus, secret, dataFolder, receiver: files.receiver, webAddress: () => webAddress(config) },
  });
  const cleanUps = [
    ...[cleanUpMessages, cleanUpAccounts, cleanUpDevices, cleanUpAlarms, cleanUpPush].map((cleanUp) =>
      cleanUp(database.db),
    ),
    cleanUpTransfers({ db: database.db, folder, bucket }),
    fileCleanUp(files),
    firmwareCleanUp(firmware),
    cleanUpOutputs(outputs),
    cleanUpHeldFiles(database.db, bare),
  ];
  const transfers = transferParts({ ...stores, bus, folder, bucket });
  const deleting = deletingParts({ ...stores, bus });
  const messages = (to: readonly Recipient[], message: NewUserMessage) =>
    messageUsers({ db: database.db, bus }, to, message);
  const nightly = nightlyJob({ ...stores, messageUsers: messages }, deleting.pinned, deleting.tellDeleted);
  const usage = usageJob(stores, frames.servers);
  const follow = followJob(stores);
  const { takeOver, remove } = quarantineJobs(stores);
  const limitPins = limitPinsJob({ ...stores, limitOf: limitsOf(database.db) });
  const lakeParts = { db: database.db, lake: store.lake, target: config.lake, now: Date.now };
  const lake = lakeJob(lakeParts);
  const eraseFiles = [
    eraseLake(lakeParts),
    eraseTenantFiles(files),
    eraseTenantInbox(files),
    eraseTenantImages(firmware),
    eraseTenantPackages(firmware),
  ];
  const deletions = deletionJobs({ ...stores, bus, transferFolder: folder, eraseFiles });
  const distances = distanceJob({ ...stores, now: Date.now });
  const frameJobs = [
    nightly,
    distances,
    usage,
    lake,
    lakeRunJob(lakeParts),
    ...deletions,
    takeOver,
    remove,
    limitPins,
    searchJob(stores),
    replayJob(stores),
    outputRunJob(outputs),
    testRuns({ ...stores, bus, ask: deviceLink(bus).request }),
  ];
  const all = [
    ...cleanUps,
    ...frameJobs,
    ...transferJobs(transfers),
    ...fileJobs(files),
    follow,
    backfillJob(stores),
    ownArchiveJob(database.db),
  ];
  const jobs = await startJobs({
    database,
    log,
    jobs: all,
    work: config.roles.includes("worker"),
    onEnded: publishTaskEnd(bus),
  });
  undo.push(() => jobs.stop());
  if (config.roles.includes("worker")) {
    for (const cleanUp of cleanUps) await jobs.schedule(cleanUp, "17 * * * *");
    await jobs.schedule(nightly, NIGHTLY_CRON);
    await jobs.schedule(usage, USAGE_CRON);
    await jobs.schedule(follow, FOLLOW_CRON);
    await jobs.schedule(limitPins, PINS_CRON);
    await jobs.schedule(lake, LAKE_CRON);
    await jobs.schedule(distances, DISTANCE_CRON);
    const worker = startWorkerRole({ config, database, frames, deleting, secret, bus, log, files, outputs, jobs });
    undo.push(() => worker.stop());
  }

  const relays = new Map(
    frames.servers.map((server) => [
      server,
      startRelay({ config, db: database.db, pool: server.database.pool, bus, log }),
    ]),
  );
  for (const relay of relays.values()) undo.push(() => relay?.stop());
  const notes = [describeEngineHome(home)].filter((note) => note !== undefined);
  const ingest = config.roles.includes("ingest")
    ? await startIngestRole({
        config,
        db: database.db,
        frames,
        rulesMoved: (server) => relays.get(server)?.kick(),
        bus,
        log,
        secret,
        tally: operating.tally,
      })
    : undefined;
  if (ingest) undo.push(() => ingest.stop());
  if (ingest) {
    const ftp = await startFtp({ config, files, log });
    undo.push(() => ftp.stop());
  }
  const mqttPort = ingest?.gateway.mqttPort;
  if (mqttPort !== undefined && config.demo) {
    const fleet = await writeDemoFleet(database.db, config, mqttPort, log);
    const running = startDemoFleet(fleet.file, log);
    undo.push(() => running.stop());
    const distancesOfNow = (signal: AbortSignal) => countDistances({ ...stores, now: Date.now }, signal);
    const past = startDemoPast({ ...stores, dataFolder, log, countDistances: distancesOfNow }, fleet);
    undo.push(() => past.stop());
  }
  if (!config.roles.includes("web")) return { address: undefined, notes };
  const vehicles =
    mqttPort === undefined ? undefined : await startSimulatedVehicles({ db: database.db, dataFolder, mqttPort, log });
  if (vehicles) undo.push(() => vehicles.stop());
  const link = deviceLink(bus);
  const app = await createApp({
    config,
    ...stores,
    jobs,
    log,
    secret,
    version: VERSION,
    engineStates: () => ({ postgres: postgres.state }),
    readyParts: () => readyParts(database.pool, store),
    bus,
    // A new name ends no connection; a new key, a move or an end does.
    deviceChanged: ({ kind, deviceId, thingsId }) => {
      if (kind === "changed") return;
      link.revoke(deviceId);
      vehicles?.end(thingsId);
    },
    vehicles,
    askDevice: (deviceId, request) => link.request(deviceId, request),
    mqtt: mqttAddress(config, ingest?.gateway),
    transferFolder: folder,
    transferBucket: bucket,
    fileParts: files,
    firmwareParts: firmware,
    webAddress: () => webAddress(config),
    mqttHost: config.mqttHost,
    ftp: { host: config.ftpHost ?? outsideHost(config), port: config.ftpPort },
    observeStore: (registry) => {
      observeFrameStore(registry, store, database.db);
      observeDisks(registry, frames.servers);
    },
    tally: operating.tally,
    frameServers: operating.frameServers,
    now: Date.now,
  });
  undo.push(() => app.close());
  return { address: await listen(app, config), notes };
}

/** Alarms leave the frame server in the process that makes them; a worker carries what is left behind. */
function startRelay({ config, ...parts }: { config: Config; db: Db; pool: pg.Pool; bus: Bus; log: Log }) {
  if (!config.roles.includes("ingest") && !config.roles.includes("worker")) return undefined;
  const alarmsChanged = (tenantIds: readonly string[]) => {
    for (const tenantId of tenantIds) parts.bus.publish(alarmsSubject(tenantId), new Uint8Array(0));
  };
  return new RuleRelay({ ...parts, alarmsChanged, now: Date.now });
}
