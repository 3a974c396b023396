import type { SendingList } from "@canopy/contract/device-link/sending";
import type { SentFrame } from "@canopy/contract/device-link/sent-frame";
import { commandParams } from "@canopy/contract/devices/commands";
import type { Transmission } from "@canopy/contract/devices/transmissions";
import type { Db } from "../../platform/postgres/schema.ts";
import { findCommand } from "./command-store.ts";
import {
  confirmTransmission,
  countTransmission,
  type EndedBefore,
  findTransmitters,
  insertTransmission,
  type Kept,
  logTransmissionEnd,
  type OwnTransmission,
  removeTransmissions,
  seeTransmissions,
  type Transmitter,
  transmissionsOf,
  transmissionsOfUser,
} from "./transmission-store.ts";

/** Publishes the change to viewers of the device; `app.ts` and `ingest-role.ts` hand it over. */
export type PublishTransmissions = (device: Transmitter, list: readonly Transmission[]) => void;

type End = "ended" | "offline";

interface Started {
  readonly id: string;
  readonly params: { frames: readonly SentFrame[]; repeat: number; period_ms: number };
  /** False: the terminal did not answer in time. */
  readonly confirmed: boolean;
  readonly userName: string | null;
  /** A page stays with it. */
  readonly attended: boolean;
  readonly atMs: number;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** DEV-06: cyclic transmissions of a terminal, shown to all its users until they end or can no longer be confirmed. */
export class TransmissionKeeper {
  readonly #db: Db;
  readonly #publish: PublishTransmissions;

  constructor(db: Db, publish: PublishTransmissions) {
    this.#db = db;
    this.#publish = publish;
  }

  /** Some terminals never report: of a list with an end they are believed that it came in its time. */
  async list(device: Transmitter, nowMs: number): Promise<Transmission[]> {
    return goingOn(await transmissionsOf(this.#db, device, nowMs), nowMs);
  }

  /** Of one user, on all devices that are still the tenant's. */
  async listOwn(tenantId: string, userName: string, nowMs: number): Promise<OwnTransmission[]> {
    const list = await transmissionsOfUser(this.#db, { tenantId, userName, nowMs });
    return list.filter(({ transmission }) => goingOn([transmission], nowMs).length > 0);
  }

  /** Its sender's page is there, or leaves it on purpose. */
  async kept(device: Transmitter, kept: Kept, atMs: number): Promise<Transmission[]> {
    const isNews = await seeTransmissions(this.#db, device, { ...kept, atMs });
    if (isNews) await this.#told(device, atMs);
    return this.list(device, atMs);
  }

  async started(device: Transmitter, { id, params, confirmed, userName, attended, atMs }: Started): Promise<void> {
    const plan = { frames: params.frames, repeat: params.repeat, periodMs: params.period_ms };
    const known = {
      job: id,
      confirmed,
      userName,
      sent: null,
      sinceMs: atMs,
      heardMs: atMs,
      pageMs: attended ? atMs : null,
    };
    await insertTransmission(this.#db, { ...device, ...plan, ...known });
    await this.#told(device, atMs);
  }

  /** Its first round has gone out. */
  async confirmed(device: Transmitter, job: string, atMs: number): Promise<void> {
    if (await confirmTransmission(this.#db, device, job)) await this.#told(device, atMs);
  }

  /** One list, or all of them. */
  async stopped(device: Transmitter, atMs: number, job?: string): Promise<void> {
    await this.#end(device, "ended", { beforeMs: atMs, ...(job !== undefined && { only: job }) });
  }

  /** Viewers learn that a page has gone. */
  async told(device: Transmitter, nowMs: number): Promise<void> {
    await this.#told(device, nowMs);
  }

  /** The terminal's own words: all that it sends, and nothing else. */
  async reported(device: Transmitter, lists: readonly SendingList[], atMs: number): Promise<void> {
    for (const list of lists) {
      const isKnown = await countTransmission(this.#db, device, { job: list.job, sent: list.sent, atMs });
      if (!isKnown) await this.#learn(device, list, atMs);
    }
    const isEnded = await this.#end(device, "ended", { beforeMs: atMs, still: lists.map(({ job }) => job) });
    if (lists.length > 0 && !isEnded) await this.#told(device, atMs);
  }

  /** Connections began or ended: earlier transmissions ended with them (docs/device-protocol.md 2.5). */
  async reconnected(told: readonly { readonly bindingNumber: number; readonly atMs: number }[]): Promise<void> {
    const times = new Map(told.map(({ bindingNumber, atMs }) => [bindingNumber, atMs]));
    for (const { binding, ...device } of await findTransmitters(this.#db, [...times.keys()]))
      await this.#end(device, "offline", { beforeMs: times.get(binding) ?? 0 });
  }

  async #learn(device: Transmitter, list: SendingList, atMs: number): Promise<void> {
    const { tenantId, thingsId } = device;
    const command = UUID.test(list.job) ? await findCommand(this.#db, tenantId, thingsId, list.job) : undefined;
    const asked = commandParams["frames.send"].safeParse(command?.params).data;
    const frames = list.frames ?? asked?.frames ?? [];
    const repeat = list.repeat ?? asked?.repeat ?? 0;
    const periodMs = list.period_ms ?? asked?.period_ms ?? 0;
    const known = { job: list.job, confirmed: true, userName: command?.user_name ?? null, sent: list.sent };
    const sinceMs = Math.min(list.since ?? atMs, atMs);
    await insertTransmission(this.#db, {
      ...device,
      ...known,
      frames,
      repeat,
      periodMs,
      sinceMs,
      heardMs: atMs,
      pageMs: null,
    });
  }

  /** Whether anything did. */
  async #end(device: Transmitter, end: End, which: EndedBefore): Promise<boolean> {
    const ended = await removeTransmissions(this.#db, device, which);
    for (const { job, sent, isOrphan } of ended) {
      const told = isOrphan && end === "ended" ? "gone" : end;
      await logTransmissionEnd(this.#db, device, job, { sent, end: told, end_time: which.beforeMs });
    }
    if (ended.length > 0) await this.#told(device, which.beforeMs);
    return ended.length > 0;
  }

  async #told(device: Transmitter, nowMs: number): Promise<void> {
    this.#publish(device, await this.list(device, nowMs));
  }
}

const goingOn = (list: readonly Transmission[], nowMs: number): Transmission[] =>
  list.filter((one) => one.sent !== null || nowMs < endOf(one));

/** When it must have ended; never, where it has no end. */
function endOf({ frames, repeat, period_ms, since }: Transmission): number {
  if (repeat === 0) return Number.POSITIVE_INFINITY;
  const roundMs = frames.reduce((sum, { delay_ms }) => sum + delay_ms, period_ms);
  return since + repeat * roundMs;
}
