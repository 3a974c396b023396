import { existsSync } from "node:fs";
import { join } from "node:path";
import { allErrors } from "@canopy/contract/all-errors";
import { endpoints } from "@canopy/contract/endpoints";
import { LIVE_MAX_MESSAGE_BYTES } from "@canopy/contract/frames/live";
import type { ReadyParts } from "@canopy/contract/platform/system";
import type { FastifyInstance } from "fastify";
import type { Registry } from "prom-client";
import { accountRoutes } from "./account-routes.ts";
import { idempotencyStore } from "./accounts/idempotency-store.ts";
import { namesBefore } from "./accounts/log/logged-objects.ts";
import { appendOperation } from "./accounts/operation-log-store.ts";
import { ownPasswordProof } from "./accounts/prove-password.ts";
import { resolveCaller, resolveCallers } from "./accounts/resolve-caller.ts";
import { listRecipients } from "./accounts/user-store.ts";
import { alarmRoutes, tellAlarms } from "./alarm-routes.ts";
import { eventsTouched } from "./alarms/events/touched-events-store.ts";
import { followFence, rulesOfFences, ruleUsesOfType } from "./alarms/rules/rule-store.ts";
import { rulesSubject } from "./alarms/rules/rule-subjects.ts";
import { capacityRoutes } from "./capacity/capacity-routes.ts";
import { limitsOf } from "./capacity/limits.ts";
import { requestRoutes } from "./capacity/request-routes.ts";
import { configRoutes } from "./devices/configuration/config-routes.ts";
import type { DeviceChange, DeviceVehicles, MqttAddress } from "./devices/device-services.ts";
import { deviceRoutes } from "./devices/fleet/device-routes.ts";
import { authenticateDevice } from "./devices/link/authenticate-device.ts";
import { commandRoutes } from "./devices/link/command-routes.ts";
import type { AskDevice } from "./devices/link/device-link.ts";
import { endTenantConnections } from "./devices/link/end-tenant-connections.ts";
import { TransmissionKeeper } from "./devices/link/keep-transmissions.ts";
import { deviceLevels } from "./devices/rights/device-level-store.ts";
import type { TypeUses } from "./devices/types/type-uses.ts";
import { diagnosisRoutes } from "./diagnosis-parts.ts";
import { type FileParts, fileRoutes } from "./file-parts.ts";
import type { FtpAddress } from "./files/ftp/ftp-routes.ts";
import { type FirmwareParts, firmwareRoutes } from "./firmware-parts.ts";
import { observeTally } from "./frame-store-metrics.ts";
import { candtuRoutes } from "./frames/dialects/candtu-routes.ts";
import { busHealthRoutes } from "./frames/history/bus-health-routes.ts";
import { historyRoutes } from "./frames/history/history-routes.ts";
import { publishTransmissions } from "./frames/live/live-device-news.ts";
import { liveRoutes } from "./frames/live/live-routes.ts";
import { quarantineRoutes } from "./frames/quarantine/quarantine-routes.ts";
import { commandListRoutes } from "./frames/reports/command-list-routes.ts";
import { deviceMessageRoutes } from "./frames/reports/device-message-routes.ts";
import { pointRoutes } from "./frames/reports/point-routes.ts";
import { deletionRoutes } from "./frames/retention/deletion-routes.ts";
import { erasureRoutes } from "./frames/retention/erasure-routes.ts";
import { quickDeleteRoutes } from "./frames/retention/quick-delete-routes.ts";
import type { LookAtFrameServers } from "./frames/store/frame-servers.ts";
import { troubleRoutes } from "./frames/troubles/trouble-routes.ts";
import { usageRoutes } from "./frames/usage/usage-routes.ts";
import { lakeRoutes } from "./lake/lake-routes.ts";
import { announcementRoutes } from "./messages/announcement-routes.ts";
import { Providers } from "./messages/find-providers.ts";
import { messageRoutes } from "./messages/message-routes.ts";
import { outboxRoutes } from "./messages/outbox-routes.ts";
import { providerRoutes } from "./messages/provider-routes.ts";
import { voiceReportRoutes } from "./messages/voice-reports.ts";
import { healthRoutes } from "./operating/health-routes.ts";
import { observeInstallation } from "./operating/installation-metrics.ts";
import type { ProcessTally } from "./operating/process-tally.ts";
import { observeState } from "./operating/state-metrics.ts";
import { allOutputRoutes } from "./output-parts.ts";
import { outputUsesOfType } from "./outputs/output-store.ts";
import { fenceRoutes } from "./places/fence-routes.ts";
import { fleetRoutes } from "./places/fleet-routes.ts";
import { mapRoutes } from "./places/map-routes.ts";
import { trackRoutes } from "./places/track-routes.ts";
import type { Bus } from "./platform/bus/bus.ts";
import type { Config } from "./platform/config.ts";
import type { EngineState } from "./platform/engines/supervise.ts";
import type { Files } from "./platform/files/files.ts";
import { serveApiDocs } from "./platform/http/api-docs.ts";
import type { Caller } from "./platform/http/caller.ts";
import { answerNotFound, createHttpServer } from "./platform/http/http-server.ts";
import { createMetrics } from "./platform/http/metrics.ts";
import { servePages } from "./platform/http/pages.ts";
import type { Route } from "./platform/http/route.ts";
import { serveEndpoints } from "./platform/http/serve-endpoints.ts";
import { acceptWebSockets } from "./platform/http/web-sockets.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Log } from "./platform/log.ts";
import type { Db } from "./platform/postgres/schema.ts";
import { systemRoutes } from "./platform/system-routes.ts";
import { observePush } from "./push/push-metrics.ts";
import { pushUsesOfType } from "./push/push-rule-store.ts";
import { allPushRoutes, pushesOf } from "./push-parts.ts";
import { requestServices } from "./request-services.ts";
import { attributeRoutes } from "./settings/attribute-routes.ts";
import { configurationRoutes } from "./settings/configuration-routes.ts";
import { dashboardRoutes } from "./settings/dashboard-routes.ts";
import { trackingRoutes } from "./settings/tracking-routes.ts";
import { signalRoutes } from "./signal-routes.ts";
import { lateDays, splitDays } from "./statistics/distance-marks.ts";
import { allStatisticsRoutes } from "./statistics-parts.ts";
import type { StoreParts } from "./store-parts.ts";
import { testRoutes } from "./test-parts.ts";
import { transferParts } from "./transfer-parts.ts";
import { downloadRoutes } from "./transfers/download-routes.ts";
import { importRoutes } from "./transfers/import-routes.ts";
import { orderRoutes } from "./work-orders/order-routes.ts";

export interface AppParts extends StoreParts {
  config: Pick<
    Config,
    | "publicUrl"
    | "demo"
    | "metricsToken"
    | "trustProxy"
    | "smtpUrl"
    | "privateTargets"
    | "billingUrl"
    | "manageUrl"
    | "merchantRegistration"
    | "weixin"
    | "loginOrigins"
    | "registrationReview"
    | "tileUrl"
    | "tileCredit"
    | "tileDatum"
  >;
  db: Db;
  bus: Bus;
  jobs: Jobs;
  log: Log;
  secret: string;
  version: string;
  engineStates(): Record<string, EngineState>;
  readyParts(): Promise<ReadyParts>;
  /** A device was changed, deleted or got another key: its open connection must follow. */
  deviceChanged(change: DeviceChange): void;
  /** Simulated ones; absent where this process takes no terminals, or over TLS alone. */
  vehicles?: DeviceVehicles | undefined;
  /** The way to a terminal's connection, in whatever process it is. */
  askDevice: AskDevice;
  /** Adds the figures of the frame store to the metrics. */
  observeStore(registry: Registry): void;
  /** Answers are counted in it. */
  tally: ProcessTally;
  /** For the system console. */
  frameServers: LookAtFrameServers;
  /** Where downloads and uploads are kept. */
  transferFolder: string;
  /** With S3_URL they lie here. */
  transferBucket?: Files | undefined;
  /** Files of devices and tenants. */
  fileParts: FileParts;
  firmwareParts: FirmwareParts;
  /** Where terminals fetch what they are told to. */
  webAddress(): string;
  /** Where terminals send files by FTP. */
  ftp: FtpAddress;
  /** For the guide: CANOPY_MQTT_HOST. */
  mqttHost?: string | undefined;
  /** Where terminals are told to connect. */
  mqtt: MqttAddress;
  now(): number;
}

const WEB_DIST = join(import.meta.dirname, "../web/dist");

/** Beside devices, what may name a device type. */
const TYPE_USES: readonly TypeUses[] = [ruleUsesOfType, pushUsesOfType, outputUsesOfType];

/** The composition root of role web: hands every domain its dependencies. */
export async function createApp(parts: AppParts): Promise<FastifyInstance> {
  const { db, log, now } = parts;
  const isHttps = parts.config.publicUrl?.startsWith("https:") ?? false;
  const app = createHttpServer({ log, trustProxy: parts.config.trustProxy, isHttps });
  const metrics = createMetrics(parts.tally.answers);
  metrics.observeRequests(app);
  parts.observeStore(metrics.registry);
  observeTally(metrics.registry, parts.tally);
  observeInstallation(metrics.registry, db, now);
  observePush(metrics.registry, db);
  observeState(metrics.registry, { ...parts, jobKinds: parts.jobs.kinds });
  await acceptWebSockets(app, LIVE_MAX_MESSAGE_BYTES);
  serveEndpoints(app, endpoints, routes(parts, metrics.registry), {
    resolveCaller: (token) => resolveCaller(db, token),
    deviceLevels: (caller, thingsIds) => deviceLevels(db, caller, thingsIds),
    audit: (call) => appendOperation(db, call),
    namesBefore: (call) => namesBefore(db, call),
    errors: allErrors,
    idempotency: idempotencyStore(db),
    now,
    isHttps,
  });
  serveApiDocs(app, endpoints, parts.version);
  const notFound = answerNotFound(endpoints);
  const pages = { distFolder: WEB_DIST, tileUrl: parts.config.tileUrl };
  if (existsSync(join(WEB_DIST, "index.html"))) await servePages(app, pages, notFound);
  else app.setNotFoundHandler(notFound);
  return app;
}

function routes(parts: AppParts, registry: Registry): Route[] {
  const { config, db, secret } = parts;
  const providers = new Providers({ ...config, db, secret });
  const proveOwnPassword = ownPasswordProof({ db, secret, providers });
  const transmissions = new TransmissionKeeper(db, publishTransmissions(parts.bus));
  return [
    ...systemRoutes({ ...parts, registry, metricsToken: config.metricsToken }),
    ...accountRoutes({ ...parts, providers, proveOwnPassword }),
    ...outboxRoutes(db),
    ...providerRoutes({ db, secret, providers }),
    ...voiceReportRoutes({ db, secret, providers }),
    ...messageRoutes(parts),
    ...announcementRoutes({ ...parts, recipientsIn: (tenantIds) => listRecipients(db, tenantIds) }),
    ...configurationRoutes(db, productSettings(parts)),
    ...attributeRoutes(db),
    ...dashboardRoutes(db),
    ...trackingRoutes(db),
    ...capacityRoutes({ db, pushesOf: pushesOf(db, parts.now) }),
    ...requestRoutes(requestServices(parts)),
    ...usageRoutes(parts),
    ...deviceRoutes({ ...parts, limitOf: limitsOf(db), typeUses: TYPE_USES, terminalSwapped: splitDays }, parts.now),
    ...commandRoutes({ db, ask: parts.askDevice, now: parts.now, transmissions }),
    ...configRoutes({ db, ask: parts.askDevice, log: parts.log, now: parts.now }),
    ...historyRoutes(parts),
    ...busHealthRoutes(parts),
    ...troubleRoutes(parts),
    ...commandListRoutes(db),
    ...liveRoutes({
      ...parts,
      publicUrl: config.publicUrl,
      // A hidden tab keeps its stream open too: only calls keep a session from idling.
      resolveCallers: (tokens) => resolveCallers(db, tokens, { isUse: false }),
    }),
    ...pointRoutes(parts),
    ...deletionRoutes({ ...parts, proveOwnPassword, alarmsTouched: (...asked) => eventsTouched(db, ...asked) }),
    ...quickDeleteRoutes({ ...parts, proveOwnPassword }),
    ...erasureRoutes({ ...parts, proveOwnPassword, tenantClosed: (tenantId) => endTenantConnections(parts, tenantId) }),
    ...quarantineRoutes({ ...parts, proveOwnPassword }),
    ...deviceMessageRoutes(db),
    ...signalRoutes(parts),
    ...mapRoutes(config),
    ...trackRoutes({ ...parts, positionsStored: lateDays(db, parts.now) }),
    ...fleetRoutes(parts),
    ...fenceRoutes({
      ...parts,
      rulesOf: rulesOfFences,
      fenceChanged: followFence,
      rulesChanged: (tenantId) => parts.bus.publish(rulesSubject(tenantId), new Uint8Array(0)),
    }),
    ...transferRoutes(parts),
    ...fileRoutes(parts),
    ...firmwareRoutes(parts.firmwareParts, parts.now),
    ...lakeRoutes(parts),
    ...allPushRoutes(parts),
    ...allOutputRoutes(parts),
    ...diagnosisRoutes({ ...parts, proveOwnPassword }),
    ...testRoutes(parts),
    ...healthRoutes({ ...parts, providers, jobKinds: parts.jobs.kinds }),
    ...alarmRoutes({ ...parts, providers }),
    ...allStatisticsRoutes(parts),
    ...orderRoutes({ ...parts, alarmsChanged: tellAlarms(parts.bus) }),
    ...candtuRoutes({
      authenticate: (deviceId, key) => authenticateDevice(db, deviceId, key),
      secret,
      // A port that no terminal can connect to, as the reply has to have one.
      mqtt: { ...parts.mqtt, port: parts.mqtt.port ?? 0 },
      now: parts.now,
    }),
  ];
}

function transferRoutes(parts: AppParts): Route[] {
  const { db, jobs, now } = parts;
  const services = {
    ...transferParts({ ...parts, folder: parts.transferFolder, bucket: parts.transferBucket }),
    jobs,
    deviceLevels: (caller: Caller, thingsIds: readonly string[]) => deviceLevels(db, caller, thingsIds),
    now,
  };
  return [...downloadRoutes(services), ...importRoutes(services)];
}

function productSettings({ config, version }: AppParts) {
  return {
    cloudname: "Canopy",
    loginLogo: "",
    homepageLogo: "",
    billing: config.billingUrl ?? "",
    manage: config.manageUrl ?? "",
    systemLanguage: "",
    demo: config.demo,
    version,
    company: "",
    phone: "",
    email: "",
    merchantRegistration: config.merchantRegistration,
    loginOrigins: [...config.loginOrigins],
  };
}
