import { packageOf } from "../../capacity/package-store.ts";
import { loopingTenants } from "../../capacity/storage-choice-store.ts";
import { bytesOfGigabytes } from "../../capacity/storage-room.ts";
import { bindingsOfTenant } from "../../devices/binding-store.ts";
import type { Log } from "../../platform/log.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { SegmentDamage } from "../segments/segment-damage.ts";
import type { DeleteRange, FrameStore } from "../store/frame-store.ts";
import { DAY_US, dayOf, MINUTE_US, spanWindow, type TimeWindow, within } from "../store/time-window.ts";
import { type DeletingParts, firstLeft } from "./delete-range-job.ts";

/** CAP-05: a full space has room again well within a minute. */
const LOOK_MS = 10_000;
/** Room is made before the space is full, so that no batch need be refused. */
const ROOM_SHARE = 0.01;
/** Where all data is of today, so much of its span goes at once. */
const TODAY_PARTS = 8;

interface LoopParts extends DeletingParts {
  readonly db: Db;
  readonly frames: Pick<FrameStore, "removal" | "usage" | "extent" | "count" | "page">;
  readonly log: Log;
  readonly now: () => number;
}

type TenantBinding = Awaited<ReturnType<typeof bindingsOfTenant>>[number];

/** DAT-04: where a tenant chose so, its oldest day makes room for new data. In role worker. */
export class LoopDelete {
  readonly #parts: LoopParts;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;

  constructor(parts: LoopParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#looking ??= this.look().finally(() => {
        this.#looking = undefined;
      });
    }, LOOK_MS);
    this.#timer.unref();
  }

  async look(): Promise<void> {
    const { db, log } = this.#parts;
    const told = (tenantId?: string) => (error: unknown) => {
      if (!this.#stop.signal.aborted) log.warn({ err: error, tenantId }, "loop delete could not make room");
    };
    try {
      for (const tenantId of await loopingTenants(db)) await this.makeRoom(tenantId).catch(told(tenantId));
    } catch (error) {
      told()(error);
    }
  }

  /** Frames that went. */
  async makeRoom(tenantId: string): Promise<number> {
    const { db, frames, log } = this.#parts;
    const limit = bytesOfGigabytes((await packageOf(db, tenantId)).database_storage_space);
    if (limit === null) return 0;
    let deleted = 0;
    let afterUs = 0;
    for (;;) {
      this.#stop.signal.throwIfAborted();
      const days = await frames.usage.daysOfTenant(tenantId);
      const used = days.reduce((sum, { bytes }) => sum + bytes, 0);
      const oldest = days.find(({ day }) => dayWindow(day).toUs > afterUs);
      if (used <= limit * (1 - ROOM_SHARE) || oldest === undefined) return deleted;
      const devices = await bindingsOfTenant(db, tenantId);
      const window = await this.#oldestPart(oldest.day, afterUs, devices);
      const gone = await this.#deletePart(tenantId, devices, window);
      deleted += gone.frames;
      // A part of which all is pinned or cannot be read stays; what follows it goes.
      if (gone.frames === 0 || gone.isDamaged) afterUs = window.toUs;
      if (gone.frames > 0) log.info({ tenantId, day: oldest.day, frames: gone.frames }, "the oldest data made room");
    }
  }

  /** Of one day. Where a segment cannot be read, all else goes. */
  async #deletePart(
    tenantId: string,
    devices: readonly TenantBinding[],
    window: TimeWindow,
  ): Promise<{ frames: number; isDamaged: boolean }> {
    const { frames, points, pinned, tellDeleted, countUsage, recordDeleted, log } = this.#parts;
    const gone = { frames: 0, isDamaged: false };
    for (const { bindingNumber, thingsId } of devices) {
      const range = { ...window, bindingNumber, keep: await pinned(bindingNumber) };
      // First: frames that are gone would bring nobody back here for what is left beside them.
      const hasFrames = await this.#hasFramesOf(dayOf(window.fromUs), bindingNumber);
      if (hasFrames) await points.deleteRange(range, this.#stop.signal);
      try {
        const deleteFrames = () => frames.removal.deleteRange(range, Number.POSITIVE_INFINITY, this.#stop.signal);
        const { deleted } = await (hasFrames
          ? recordDeleted({ ...range, tenantId, log }, deleteFrames)
          : deleteFrames());
        gone.frames += deleted;
        if (deleted === 0) continue;
      } catch (error) {
        if (!(error instanceof SegmentDamage)) throw error;
        gone.isDamaged = true;
        log.warn({ err: error, binding: bindingNumber }, "a day could not be deleted whole");
      }
      await countUsage([bindingNumber]);
      if (thingsId !== null) tellDeleted({ tenantId, thingsId }, window);
    }
    return gone;
  }

  async #hasFramesOf(day: number, bindingNumber: number): Promise<boolean> {
    const days = await this.#parts.frames.usage.daysOf(bindingNumber);
    return days.some((one) => one.day === day && one.frames > 0);
  }

  /** A day that is over goes whole; of today, or of days that have not begun here, what follows `afterUs` in parts. */
  async #oldestPart(day: number, afterUs: number, devices: readonly TenantBinding[]): Promise<TimeWindow> {
    const { frames, pinned, now } = this.#parts;
    const { fromUs: beginUs, toUs } = dayWindow(day);
    if (day < dayOf(now() * 1000)) return { fromUs: beginUs, toUs };
    const left = { fromUs: Math.max(beginUs, afterUs), toUs };
    let [firstUs, lastUs] = [toUs, left.fromUs];
    for (const { bindingNumber } of devices) {
      const { times } = await frames.extent(bindingNumber);
      const held = times && within(left, spanWindow(times));
      if (held === undefined) continue;
      lastUs = Math.max(lastUs, held.toUs);
      if (held.fromUs >= firstUs) continue;
      const keep = await pinned(bindingNumber);
      firstUs = Math.min(firstUs, await this.#firstOf({ ...left, bindingNumber, keep }));
    }
    const partUs = Math.max(MINUTE_US, Math.ceil((lastUs - firstUs) / TODAY_PARTS));
    return { fromUs: left.fromUs, toUs: Math.min(toUs, firstUs + partUs) };
  }

  /** The oldest frame that may go, outside of segments that cannot be read: what stays may lie before it. */
  async #firstOf(range: DeleteRange): Promise<number> {
    const damages: SegmentDamage[] = [];
    for (;;) {
      try {
        const spared = { ...range, keep: [...range.keep, ...damages] };
        return await firstLeft(this.#parts.frames, spared, this.#stop.signal);
      } catch (error) {
        const isNew =
          error instanceof SegmentDamage &&
          !damages.some(({ file, fromUs }) => error.file === file && error.fromUs === fromUs);
        if (!isNew) throw error;
        damages.push(error);
      }
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stop.abort();
    await this.#looking?.catch(() => undefined);
  }
}

const dayWindow = (day: number): TimeWindow => ({ fromUs: day * DAY_US, toUs: (day + 1) * DAY_US });
