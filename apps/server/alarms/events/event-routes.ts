import { listAlarmDevices } from "@canopy/contract/alarms/alarm-devices";
import { alarmAnswers } from "@canopy/contract/alarms/answers";
import { alarmErrors } from "@canopy/contract/alarms/errors";
import {
  assignAlarmEvents,
  changeAlarmEvents,
  getAlarmEvent,
  listAlarmEvents,
  listAlarmPeople,
  noteAlarmEvent,
} from "@canopy/contract/alarms/events";
import { createAlarmMute, deleteAlarmMute, listAlarmMutes } from "@canopy/contract/alarms/mutes";
import { platformErrors } from "@canopy/contract/platform/errors";
import { hasGroup } from "../../devices/types/has-group.ts";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { findRule, levelOnThing } from "../rules/rule-store.ts";
import { assignEvents, changeEvents, type EventServices, mustFind, noteEvent } from "./change-events.ts";
import { eventsOf, type FoundEvent, notesOf, openCounts, openDevices } from "./event-store.ts";
import { findMute, insertMute, mayMute, mutesOf, removeMute } from "./mute-store.ts";
import { storedEvidence } from "./stored-evidence.ts";
import { toldOf } from "./told-store.ts";
import { peopleOf, watchingOf } from "./watching-store.ts";

interface EventRouteServices extends EventServices {
  readonly frames: Pick<FrameReader, "buckets">;
}

/** TRG-05 */
export function eventRoutes(services: EventRouteServices): Route[] {
  const { db } = services;
  return [
    route(listAlarmEvents, async ({ caller, query }) => {
      const { current_page, page_size } = query;
      await mustKnow(services, caller, query);
      const wanted = { ...query, limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await eventsOf(db, caller, wanted);
      const open = await openCounts(db, caller);
      const watching = total === 0 ? await watchingOf(db, caller) : null;
      return { list, pagination: { current_page, page_size, total_size: total }, open, watching };
    }),
    route(getAlarmEvent, async ({ caller, params, signal }) => {
      const event = (await mustFind(db, caller, [params.event_id]))[0] as FoundEvent;
      const [notes, told] = [
        await notesOf(db, caller.tenantId, params.event_id),
        await toldOf(db, caller.tenantId, params.event_id),
      ];
      const stored = await storedEvidence(services.frames, event, signal);
      return { data: { ...event, notes, told, ...stored } };
    }),
    route(changeAlarmEvents, async ({ caller, body }) => ({ changed: await changeEvents(services, caller, body) })),
    route(assignAlarmEvents, async ({ caller, body }) => ({ changed: await assignEvents(services, caller, body) })),
    route(listAlarmPeople, async ({ caller }) => ({ list: await peopleOf(db, caller.tenantId) })),
    route(noteAlarmEvent, async ({ caller, params, body }) => ({
      data: await noteEvent(services, caller, params.event_id, body.content),
    })),
    route(listAlarmDevices, async ({ caller }) => ({ list: await openDevices(db, caller) })),
    ...muteRoutes(services),
  ];
}

function muteRoutes(services: EventServices): Route[] {
  const { db } = services;
  return [
    route(listAlarmMutes, async ({ caller }) => ({ list: await mutesOf(db, caller) })),
    route(createAlarmMute, async ({ caller, body }) => {
      await mustKnow(services, caller, body);
      const { rule_id: ruleId = null, things_id: thingsId = null, label_id: labelId = null } = body;
      const { hours, minutes, reason } = body;
      if (!(await mayMute(db, caller, { ruleId, thingsId }))) throw new ApiError(alarmErrors.muteRights);
      return { data: await insertMute(db, caller, { ruleId, thingsId, labelId, hours, minutes, reason }) };
    }),
    route(deleteAlarmMute, async ({ caller, params, language }) => {
      const mute = await findMute(db, caller, params.mute_id);
      if (!mute) throw new ApiError(platformErrors.notFound);
      if (!mute.may_end) throw new ApiError(alarmErrors.muteRights);
      await removeMute(db, caller, params.mute_id);
      return { message: alarmAnswers.muteEnded[language] };
    }),
  ];
}

/** A rule, a label or a device that the caller may not see is not there. */
async function mustKnow(
  { db }: EventServices,
  caller: Caller,
  { things_id, rule_id, label_id }: Readonly<Partial<Record<"things_id" | "rule_id" | "label_id", string | undefined>>>,
): Promise<void> {
  if (things_id !== undefined && (await levelOnThing(db, caller, things_id)) === "none")
    throw new ApiError(platformErrors.notFound);
  if (rule_id !== undefined && !(await findRule(db, caller, rule_id))) throw new ApiError(platformErrors.notFound);
  if (label_id !== undefined && !(await hasGroup(db, caller.tenantId, "label", label_id)))
    throw new ApiError(platformErrors.notFound);
}
