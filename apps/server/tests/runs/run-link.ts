import { type Command, type CommandMethod, commandParams } from "@canopy/contract/devices/commands";
import { sql } from "kysely";
import type { LinkOutcome, LinkRequest } from "../../devices/link/device-link.ts";
import { followTransmission } from "../../devices/link/follow-transmission.ts";
import type { TransmissionKeeper } from "../../devices/link/keep-transmissions.ts";
import { beginCommand, type CommandServices, type NewCommand, sendToDevice } from "../../devices/link/send-command.ts";
import type { Db } from "../../platform/postgres/schema.ts";

export interface RunLink extends CommandServices {
  readonly transmissions: TransmissionKeeper;
}

type Tester = Pick<NewCommand, "tenantId" | "thingsId" | "userName">;

/** The way of one run to its device. */
export interface RunSender {
  /** Rejects once the run is aborted; nothing is sent any more. */
  ask(request: LinkRequest): Promise<LinkOutcome>;
  /** After an abort: stops the frames in the terminal, and waits for the step that it is still doing. */
  abandon(): Promise<void>;
}

interface SentList {
  /** By which the terminal knows it. */
  readonly job: string;
  readonly settled: Promise<Command>;
  isAnswered: boolean;
}

/** How long a terminal may take to stop. */
const STOP_TIMEOUT_MS = 5000;

/** Commands of a run stand in the log of the device like those of people (DEV-07). */
export function runSender(link: RunLink, tester: Tester, signal: AbortSignal): RunSender {
  let list: SentList | undefined;
  let step: Promise<unknown> | undefined;
  return {
    async ask({ method, params, timeoutMs }) {
      signal.throwIfAborted();
      const known = methodOf(method);
      const told = { ...commandParams[known].parse(params) };
      const { id, settled } = await beginCommand(link, { ...tester, method: known, params: told, timeoutMs });
      const sent: SentList = { job: id, settled, isAnswered: false };
      if (known === "frames.send") list = sent;
      else step = settled;
      const command = await unlessAborted(settled, signal);
      sent.isAnswered = true;
      await followTransmission(link.transmissions, tester, command, link.now());
      return outcomeOf(command);
    },
    async abandon() {
      if (list !== undefined) await stopList(link, tester, list);
      await step?.catch(() => undefined);
    },
  };
}

async function stopList(link: RunLink, tester: Tester, { job, settled, isAnswered }: SentList): Promise<void> {
  const { transmissions, now } = link;
  // One that has ended is not stopped: a terminal that does not know the field would stop other lists.
  if (isAnswered && !(await transmissions.list(tester, now())).some(({ id }) => id === job)) return;
  const method = "frames.stop";
  const stop = await sendToDevice(link, { ...tester, method, params: { job }, timeoutMs: STOP_TIMEOUT_MS });
  await followTransmission(transmissions, tester, stop, now());
  if (stop.state === "done" || isAnswered) return;
  // It may go on: it is shown with its answer, and people can stop it.
  settled.then((command) => followTransmission(transmissions, tester, command, now())).catch(() => undefined);
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function methodOf(method: string): CommandMethod {
  return method === "uds.request" ? "uds.request" : "frames.send";
}

function outcomeOf({ state, result, error_code, error_message }: Command): LinkOutcome {
  if (state === "done") return { kind: "done", result };
  if (state === "failed") return { kind: "failed", code: error_code ?? "", message: error_message ?? "" };
  return { kind: state === "offline" ? "offline" : "timeout" };
}

export async function isOnline(db: Db, tenantId: string, thingsId: string): Promise<boolean> {
  const found = await sql<{ online: boolean }>`select online from things
    where tenant_id = ${tenantId} and id = ${thingsId}`.execute(db);
  return found.rows[0]?.online ?? false;
}
