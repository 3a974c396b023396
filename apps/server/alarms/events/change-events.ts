import { alarmErrors } from "@canopy/contract/alarms/errors";
import { type AlarmNote, EVIDENCE_MS, type EventState } from "@canopy/contract/alarms/events";
import { platformErrors } from "@canopy/contract/platform/errors";
import type { PinnedWindowStore } from "../../frames/store/pinned-windows.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { addNote, type FoundEvent, findEvents, findUserByName, setAssignee, setState } from "./event-store.ts";

export interface EventServices {
  readonly db: Db;
  readonly pins: PinnedWindowStore;
  alarmsChanged(tenantIds: readonly string[]): void;
}

const NOTE_OF = { acknowledged: "acknowledged", closed: "closed", new: "reopened" } as const;

/** How many changed. All of them have to be visible. */
export async function changeEvents(
  services: EventServices,
  caller: Caller,
  { event_ids, state, note }: { event_ids: readonly string[]; state: EventState; note: string },
): Promise<number> {
  const { db } = services;
  const found = await mustFind(db, caller, event_ids);
  const changed = await db.transaction().execute(async (transaction) => {
    const ids = await setState(transaction, caller.tenantId, event_ids, state);
    for (const id of ids) await addNote(transaction, caller, id, NOTE_OF[state], note);
    return ids;
  });
  // Behind the commit: a pin that outlives its event costs space, one that is missing costs evidence.
  const theirs = found.filter(({ event_id }) => changed.has(event_id));
  if (state === "closed" && theirs.length > 0) await services.pins.remove(theirs);
  if (state !== "closed") await pinAgain(services, theirs);
  services.alarmsChanged([caller.tenantId]);
  return changed.size;
}

async function pinAgain({ pins }: EventServices, events: readonly FoundEvent[]): Promise<void> {
  const reopened = events.filter(({ pin }) => pin === "released");
  if (reopened.length === 0) return;
  await pins.add(
    reopened.map(({ binding, change, start_time }) => ({
      binding,
      change,
      fromUs: (start_time - EVIDENCE_MS) * 1000,
      toUs: (start_time + EVIDENCE_MS) * 1000,
    })),
  );
}

/** How many changed. All of them have to be visible and open. */
export async function assignEvents(
  services: EventServices,
  caller: Caller,
  { event_ids, user_name }: { event_ids: readonly string[]; user_name: string },
): Promise<number> {
  const { db } = services;
  const events = await mustFind(db, caller, event_ids);
  if (events.some(({ state }) => state === "closed")) throw new ApiError(alarmErrors.eventClosed);
  const userId = user_name === "" ? null : await findUserByName(db, caller.tenantId, user_name);
  if (userId === undefined) throw new ApiError(alarmErrors.assigneeUnknown, { field: "user_name" });
  const changed = await db.transaction().execute(async (transaction) => {
    const ids = await setAssignee(transaction, caller.tenantId, event_ids, userId);
    for (const id of ids) await addNote(transaction, caller, id, "assigned", user_name);
    return ids.length;
  });
  services.alarmsChanged([caller.tenantId]);
  return changed;
}

export async function noteEvent(
  services: EventServices,
  caller: Caller,
  id: string,
  content: string,
): Promise<AlarmNote> {
  await mustFind(services.db, caller, [id]);
  const made = await addNote(services.db, caller, id, "note", content);
  services.alarmsChanged([caller.tenantId]);
  return made;
}

export async function mustFind(db: Db, caller: Caller, ids: readonly string[]): Promise<FoundEvent[]> {
  const found = await findEvents(db, caller, ids);
  if (found.length < new Set(ids).size) throw new ApiError(platformErrors.notFound);
  return found;
}
