import { AlarmNotifier } from "./alarms/notify/alarm-notifier.ts";
import { sendRuleCommand } from "./alarms/notify/send-rule-command.ts";
import { LookTimer } from "./alarms/watch/look-timer.ts";
import { ecuPayload } from "./campaigns/ecu-payload.ts";
import { limitsOf } from "./capacity/limits.ts";
import type { deletingParts } from "./deletion-jobs.ts";
import type { AskDevice } from "./devices/link/device-link.ts";
import { TransmissionKeeper } from "./devices/link/keep-transmissions.ts";
import type { CommandServices } from "./devices/link/send-command.ts";
import { watchTransmissions } from "./devices/link/watch-transmissions.ts";
import { flashUnlockOfEcu } from "./diagnosis/ecus/keep-unlock-file.ts";
import { watchSessions } from "./diagnosis/sessions/keep-session.ts";
import type { FileParts } from "./file-parts.ts";
import { INBOX_LOOK_MS, type LookServices, lookAtInboxes } from "./files/inbox/look-at-inbox.ts";
import { tellManagersOfInbox } from "./files/inbox/tell-managers.ts";
import { RecallRunner } from "./files/recall/recall-runner.ts";
import { RolloutKeeper } from "./firmware/rollouts/rollout-keeper.ts";
import { deviceLink } from "./frames/gateway/gateway-bus.ts";
import { publishDiagnosis, publishTransmissions } from "./frames/live/live-device-news.ts";
import { LoopDelete } from "./frames/retention/loop-delete.ts";
import { type MoveParts, resumeMoves } from "./frames/servers/move-binding.ts";
import { Providers } from "./messages/find-providers.ts";
import { OutboxSender } from "./messages/outbox-sender.ts";
import type { OpenFrames } from "./open-frames.ts";
import { outputTimer } from "./output-parts.ts";
import type { OutputServices } from "./outputs/output-parts.ts";
import { webAddress } from "./outside-address.ts";
import type { Bus } from "./platform/bus/bus.ts";
import type { Config } from "./platform/config.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Log } from "./platform/log.ts";
import type { Database } from "./platform/postgres/open-database.ts";
import { pushWorker } from "./push-parts.ts";
import { endSilentOrders } from "./work-orders/end-silent-orders.ts";

interface WorkerParts {
  readonly config: Config;
  readonly database: Database;
  readonly frames: OpenFrames;
  readonly deleting: ReturnType<typeof deletingParts>;
  readonly secret: string;
  readonly bus: Bus;
  readonly log: Log;
  readonly files: FileParts;
  readonly outputs: OutputServices;
  readonly jobs: Jobs;
}

/**
 * Role worker beside its jobs: messages and alarms go out, frames are settled, full spaces make room, moves go on, inboxes
 * are looked at, outputs are made when their turn comes.
 */
export function startWorkerRole(parts: WorkerParts): { stop(): Promise<void> } {
  const { config, database, frames, deleting, secret, log } = parts;
  const { db } = database;
  const { store, servers } = frames;
  const started = [
    new OutboxSender({ db, secret, log, providers: new Providers({ ...config, db, secret }) }),
    alarmNotifier(parts),
    pushWorker({ config, db, frames, secret, log }),
    store.upkeep,
    new LoopDelete({ ...deleting, frames: store.frames, db, log, now: Date.now }),
    moveTimer({ database, servers, log }),
    rolloutTimer(parts),
    inboxTimer(parts),
    diagnosisTimer(parts),
    transmissionTimer(parts),
    recallRunner(parts),
    orderTimer(parts),
    outputTimer(parts.outputs, parts.jobs, log),
  ];
  for (const one of started) one.start();
  return {
    async stop() {
      // At once: each waits for what it has under way, and the whole program has a few seconds to end.
      await Promise.all(started.map((one) => one.stop()));
    },
  };
}

const MOVES_MS = 10_000;

/** OPS-02: goes on with moves between frame servers whose process has died. */
function moveTimer(parts: MoveParts): LookTimer {
  return new LookTimer(
    async () => (parts.servers.length > 1 ? resumeMoves(parts) : undefined),
    MOVES_MS,
    (error) => parts.log.warn({ err: error }, "moves of devices could not be looked for"),
  );
}

const ROLLOUTS_MS = 1_000;

/** DEV-08 */
function rolloutTimer({ config, database: { db }, secret, bus, log }: WorkerParts): Pick<LookTimer, "start" | "stop"> {
  const link = deviceLink(bus);
  const ask: AskDevice = (deviceId, request) => link.request(deviceId, request);
  const services = { db, ask, secret, webAddress: () => webAddress(config), now: Date.now };
  const unlockOf = (tenantId: string, ecuId: string) => flashUnlockOfEcu({ db, secret }, tenantId, ecuId);
  const keeper = new RolloutKeeper({ ...services, log, ecus: ecuPayload({ ...services, unlockOf }) });
  const timer = new LookTimer(
    () => keeper.look(),
    ROLLOUTS_MS,
    (error) => log.warn({ err: error }, "rollouts could not be looked for"),
  );
  return {
    start: () => timer.start(),
    async stop() {
      await timer.stop();
      await keeper.stop();
    },
  };
}

function inboxTimer({ database: { db }, bus, log, files, jobs }: WorkerParts): LookTimer {
  const services: LookServices = { ...files, jobs, db, log, tell: tellManagersOfInbox(bus) };
  return new LookTimer(
    () => lookAtInboxes(services),
    INBOX_LOOK_MS,
    (error) => log.warn({ err: error }, "inboxes could not be looked at"),
  );
}

const SESSIONS_MS = 5_000;

/** UDS-01: sessions whose page is gone, jobs whose terminal told no end. */
function diagnosisTimer({ database: { db }, bus, log }: WorkerParts): LookTimer {
  const link = deviceLink(bus);
  const ask: CommandServices["ask"] = (deviceId, request) => link.request(deviceId, request);
  return new LookTimer(
    () => watchSessions({ db, ask, publish: publishDiagnosis(bus), now: Date.now }),
    SESSIONS_MS,
    (error) => log.warn({ err: error }, "diagnoses could not be looked for"),
  );
}

const TRANSMISSIONS_MS = 5_000;

/** DEV-06: cyclic sends whose page is gone. */
function transmissionTimer({ database: { db }, bus, log }: WorkerParts): LookTimer {
  const link = deviceLink(bus);
  const ask: CommandServices["ask"] = (deviceId, request) => link.request(deviceId, request);
  const transmissions = new TransmissionKeeper(db, publishTransmissions(bus));
  return new LookTimer(
    () => watchTransmissions({ db, ask, transmissions, now: Date.now }, TRANSMISSIONS_MS),
    TRANSMISSIONS_MS,
    (error) => log.warn({ err: error }, "cyclic sends could not be looked for"),
  );
}

const ORDERS_MS = 60_000;

/** WO-02 */
function orderTimer({ database: { db }, bus, log }: WorkerParts): LookTimer {
  return new LookTimer(
    () => endSilentOrders({ db, bus, now: Date.now }),
    ORDERS_MS,
    (error) => log.warn({ err: error }, "silent work orders could not be looked for"),
  );
}

/** FIL-02 */
function recallRunner({ config, files, jobs, secret, bus, log }: WorkerParts): RecallRunner {
  const link = deviceLink(bus);
  const ask: AskDevice = (deviceId, request) => link.request(deviceId, request);
  return new RecallRunner({ ...files, jobs, bus, secret, ask, baseUrl: () => webAddress(config) }, log);
}

function alarmNotifier({ config, database: { db }, secret, bus, log }: WorkerParts): AlarmNotifier {
  const link = deviceLink(bus);
  const commands: CommandServices = { db, ask: (deviceId, request) => link.request(deviceId, request), now: Date.now };
  return new AlarmNotifier({
    db,
    secret,
    log,
    limitOf: limitsOf(db),
    publicUrl: config.publicUrl,
    sendCommand: (notice) => sendRuleCommand(commands, notice),
    now: Date.now,
  });
}
