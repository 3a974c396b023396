import { setTimeout as sleep } from "node:timers/promises";
import type { PackageContent } from "@canopy/contract/capacity/package";
import type { DeviceStatus } from "@canopy/contract/device-link/status";
import { packageOf } from "./capacity/package-store.ts";
import { StorageRoom } from "./capacity/storage-room.ts";
import { configReported } from "./devices/configuration/deliver-config.ts";
import { reportedConfig } from "./devices/configuration/reported-config-store.ts";
import { authenticateDevice } from "./devices/link/authenticate-device.ts";
import type { AskDevice } from "./devices/link/device-link.ts";
import { PresenceKeeper } from "./devices/link/keep-presence.ts";
import { TransmissionKeeper } from "./devices/link/keep-transmissions.ts";
import { reportStatus, type StatusReport } from "./devices/link/report-status.ts";
import { watchRevoked } from "./devices/link/watch-revoked.ts";
import { FaultKeeper } from "./diagnosis/bus-faults/fault-keeper.ts";
import { scriptOfEcu } from "./diagnosis/ecus/keep-unlock-file.ts";
import { answerSeed, type SeedServices } from "./diagnosis/flashing/answer-seed.ts";
import { keepFlash } from "./diagnosis/flashing/keep-flash.ts";
import { endOffline, type PublishDiagnosis } from "./diagnosis/sessions/keep-session.ts";
import { keepTrace } from "./diagnosis/sessions/keep-trace.ts";
import { noteGivenUp } from "./files/recall/recall-store.ts";
import { firmwareProgress } from "./firmware/rollouts/firmware-progress.ts";
import type { DeviceMessage, GatewayDevice } from "./frames/dialects/device-message.ts";
import { candtuDialect } from "./frames/dialects/dialect-candtu.ts";
import { canopyDialect } from "./frames/dialects/dialect-canopy.ts";
import { type Gateway, startGateway } from "./frames/gateway/gateway.ts";
import { gatewayOnBus } from "./frames/gateway/gateway-bus.ts";
import type { PresenceEvent } from "./frames/gateway/presence.ts";
import { SharedLinks } from "./frames/gateway/shared-links.ts";
import type { PointIngest } from "./frames/ingest/ingest-points.ts";
import { hasRefusals } from "./frames/landing/refusal-store.ts";
import { LiveBitRates } from "./frames/live/live-bit-rates.ts";
import { publishDiagnosis, publishTransmissions } from "./frames/live/live-device-news.ts";
import { startLivePublisher } from "./frames/live/live-publisher.ts";
import { insertDeviceMessage } from "./frames/reports/device-message-store.ts";
import { insertLogLines } from "./frames/reports/device-report-store.ts";
import { keepEvent } from "./frames/reports/keep-event.ts";
import { StorageNotices } from "./frames/retention/storage-notices.ts";
import { tenantStorage } from "./frames/retention/tenant-storage.ts";
import type { FrameServer, Places } from "./frames/servers/frame-server.ts";
import { routeIngest } from "./frames/servers/route-ingest.ts";
import { TroubleKeeper } from "./frames/troubles/trouble-keeper.ts";
import type { OpenFrames } from "./open-frames.ts";
import type { ProcessTally } from "./operating/process-tally.ts";
import type { PositionsStored } from "./places/import-track.ts";
import type { Bus } from "./platform/bus/bus.ts";
import type { Config } from "./platform/config.ts";
import type { Log } from "./platform/log.ts";
import type { Db } from "./platform/postgres/schema.ts";
import { Sandbox } from "./platform/sandbox/sandbox.ts";
import { tlsIdentity } from "./platform/tls/tls-identity.ts";
import { watchTls } from "./platform/tls/watch-tls.ts";
import { startServerIngest } from "./server-ingest.ts";
import { lateDays } from "./statistics/distance-marks.ts";

const CLOSE_WITHIN_MS = 5_000;

interface IngestRoleParts {
  config: Config;
  db: Db;
  frames: Pick<OpenFrames, "store" | "servers" | "places">;
  /** Changes of rules were committed on a frame server. */
  rulesMoved(server: FrameServer): void;
  bus: Bus;
  log: Log;
  secret: string;
  /** Batches are counted in it. */
  tally: ProcessTally;
}

export interface IngestRole {
  readonly gateway: Gateway;
  stop(): Promise<void>;
}

/** The composition root of role ingest: terminals connect here, and batches are stored before they are acknowledged. */
export async function startIngestRole(parts: IngestRoleParts): Promise<IngestRole> {
  const { config, db, bus, log, secret } = parts;
  const { store, servers, places } = parts.frames;
  const rates = new LiveBitRates(async ({ tenantId, thingsId }) => {
    return (await reportedConfig(db, tenantId, thingsId))?.config ?? undefined;
  });
  const live = startLivePublisher(bus, (device, channel) => rates.of(device, channel), Date.now);
  const faults = new FaultKeeper(db, log);
  const troubles = new TroubleKeeper(db, log);
  const link = gatewayOnBus(bus, () => gateway);
  const links = new SharedLinks(bus, Date.now);
  links.start();
  const room = new StorageRoom((tenantId) => tenantStorage({ db, frames: store.frames }, tenantId), Date.now);
  const transmissions = new TransmissionKeeper(db, publishTransmissions(bus));
  const diagnosed = publishDiagnosis(bus);
  const presence = new PresenceKeeper({
    db,
    log,
    isAlone: config.databaseUrl === undefined,
    reconnected: async (reports) => {
      await transmissions.reconnected(reports);
      await endOffline({ db, publish: diagnosed, now: Date.now }, reports);
    },
  });
  await presence.start();
  const takers = servers.map((server) =>
    startServerIngest({ ...parts, server, mayStore: (tenantId, bytes) => room.take(tenantId, bytes) }),
  );
  const { ingest, points, connected } = routeIngest(takers, places);
  const notices = new StorageNotices({
    hasRoom: (tenantId) => room.hasRoom(tenantId),
    notify: (deviceId) => gateway.notify(deviceId, "storage.ok", {}),
    log,
  });
  const positionsStored = lateDays(db, Date.now);
  const runScript = new Sandbox().run;
  const seeds = seedAnswers({
    db,
    ask: (deviceId, request) => gateway.request(deviceId, request),
    now: Date.now,
    scriptOf: (tenantId, ecuId) => scriptOfEcu({ db, secret, runScript }, tenantId, ecuId),
    log,
  });
  const keepPresence = ({ device, online, reason, atMs }: PresenceEvent) => {
    const { tenantId, deviceId, bindingNumber } = device;
    // It is connected elsewhere, here or in another process, and that connection says so.
    if (reason === "takenOver") return;
    void presence.report(bindingNumber, online, atMs);
    if (!online) notices.forget(tenantId, deviceId);
    else void holdIfRefused({ places, log }, device, notices);
  };
  const gateway = await startGateway({
    host: config.host,
    mqttPort: config.mqttPort,
    tls: { port: config.mqttsPort, ...tlsIdentity(config, Date.now()) },
    behindProxy: config.mqttProxy,
    dialects: [canopyDialect, candtuDialect(secret)],
    authenticate: (deviceId, key) => authenticateDevice(db, deviceId, key),
    ...(servers.length > 1 && { storeOf: (binding: number) => places.known(binding)?.number ?? 0 }),
    ingest: async (batch) => {
      live.batch(batch);
      faults.batch(batch);
      troubles.batch(batch);
      const result = await ingest(batch);
      if (result.kind === "stored") parts.tally.frames += batch.frames.timeUs.length;
      else parts.tally.refusedBatches += 1;
      if (result.kind === "refused" && result.reason === "quota") notices.hold(batch.tenantId, batch.deviceId);
      return result;
    },
    otherLinks: links,
    limitsOfTenant: async (tenantId) => linkLimits(await packageOf(db, tenantId)),
    receive: async (device, message, atMs) => {
      if (message.kind === "status") live.status(device, message.status, atMs);
      if (message.kind === "gps") live.positions(device, message.positions);
      await receive({ db, points, positionsStored, transmissions, diagnosed, seeds }, device, message, atMs);
      // Not waited for: it asks the terminal, whose answer comes behind this acknowledgement.
      if (message.kind === "status") void followConfig(device, message.status);
    },
    onPresence: (event) => {
      if (event.online) connected(event.device.bindingNumber);
      if (event.online) void rates.learn(event.device);
      else rates.forget(event.device);
      if (!event.online) {
        faults.forget(event.device);
        troubles.forget(event.device);
      }
      link.presence(event);
      live.presence(event);
      keepPresence(event);
    },
    log,
    now: Date.now,
  });
  const tls = watchTls({ config, log, renewed: (identity) => gateway.useTls(identity) });
  const revoked = watchRevoked({
    db,
    log,
    identities: () => gateway.identities(),
    revoke: (deviceId) => gateway.disconnect(deviceId, "revoked"),
  });
  const ask: AskDevice = (deviceId, request) => gateway.request(deviceId, request);
  const followConfig = async (device: GatewayDevice, { config_hash }: DeviceStatus) => {
    await configReported({ db, ask, log, now: Date.now }, device.bindingNumber, config_hash);
    await rates.learn(device, config_hash);
  };
  return {
    gateway,
    async stop() {
      tls.stop();
      revoked.stop();
      await gateway.stop();
      live.stop();
      links.stop();
      notices.stop();
      for (const taker of takers) taker.forgetRules();
      // Batches not stored by now stay with the terminals; a store that hangs does not delay the stop.
      await Promise.race([
        Promise.all([presence.stop(), faults.stop(), troubles.stop(), ...takers.map((taker) => taker.close())]),
        sleep(CLOSE_WITHIN_MS, undefined, { ref: false }),
      ]);
      link.stop();
    },
  };
}

/** CAP-01 */
const linkLimits = (content: PackageContent) => ({
  connections: content.number_simultaneous_connections,
  messagesPerSecond: content.up_down_stream_connections,
});

interface Stores {
  db: Db;
  points: Pick<PointIngest, "positions" | "points">;
  positionsStored: PositionsStored;
  transmissions: TransmissionKeeper;
  diagnosed: PublishDiagnosis;
  seeds: Parameters<typeof keepFlash>[0]["answerSeed"];
}

/** UDS-03 */
function seedAnswers({ log, ...services }: SeedServices & { log: Log }): Stores["seeds"] {
  return (device, run, seed) =>
    void answerSeed(services, device, run, seed).catch((error: unknown) =>
      log.warn({ err: error, device: device.deviceId }, "a key could not be sent"),
    );
}

async function receive(
  { db, points, positionsStored, transmissions, diagnosed, seeds }: Stores,
  device: GatewayDevice,
  message: DeviceMessage,
  atMs: number,
): Promise<void> {
  switch (message.kind) {
    case "gps":
      await points.positions(device.bindingNumber, message.positions, atMs);
      return positionsStored(device.bindingNumber, message.positions);
    case "points":
      return points.points(device.bindingNumber, message.points);
    case "status": {
      const { sending } = message.status;
      await reportStatus(db, device.bindingNumber, reportOf(message.status), atMs);
      return sending && transmissions.reported(device, sending, atMs);
    }
    case "event":
      return keepEvent(db, device, message.event, atMs);
    case "firmware":
      return firmwareProgress(db, device, message.progress);
    case "log":
      return insertLogLines(db, device, message.lines, atMs);
    case "flash":
      return keepFlash({ db, publish: (of) => diagnosed(of, null), answerSeed: seeds }, device, message.progress, atMs);
    case "uds":
      return keepTrace({ db, publish: diagnosed }, device, message.progress, atMs);
    case "files": {
      const { state, name } = message.progress;
      if (state === "sending") return;
      if (state !== "done") await noteGivenUp(db, device, name);
      return insertDeviceMessage(db, device, message, atMs);
    }
    default:
      return insertDeviceMessage(db, device, message, atMs);
  }
}

/** The part of a terminal's status that is stored with its device. */
function reportOf(status: DeviceStatus): StatusReport {
  const { sd_state: sdState, sd_total_mb: total, sd_used_mb: used, firmware_version: firmwareVersion } = status;
  const share = total !== undefined && total > 0 && used !== undefined ? used / total : undefined;
  return {
    ...(sdState && { sdState }),
    ...(share !== undefined && { sdUsedPercent: Math.round(100 * Math.min(1, share)) }),
    ...(firmwareVersion && { firmwareVersion }),
  };
}

/** CAP-05: batches refused on an earlier connection, by any process, still wait in the terminal. */
async function holdIfRefused(
  { places, log }: { places: Places; log: Log },
  device: GatewayDevice,
  notices: StorageNotices,
): Promise<void> {
  try {
    const { database } = await places.of(device.bindingNumber);
    if (await hasRefusals(database.pool, device.bindingNumber)) notices.hold(device.tenantId, device.deviceId);
  } catch (error) {
    log.warn({ device: device.deviceId, err: error }, "refusals could not be looked up");
  }
}
