import type { EcuDefinitions } from "@canopy/can/uds/definitions/model";
import type { UdsSettings } from "@canopy/contract/device-link/uds-job";
import type { Thing } from "@canopy/contract/devices/thing";
import type { Ecu } from "@canopy/contract/diagnosis/ecus";
import type { StoredStep } from "@canopy/contract/diagnosis/job-request";
import {
  cancelDiagnosisJob,
  type DiagnosisJob,
  type DiagnosisSession,
  endDiagnosis,
  getDiagnosis,
  keepDiagnosis,
  listDiagnosisJobs,
  listDiagnosisTrace,
  openDiagnosis,
  runDiagnosisJob,
  SESSION_BEAT_MS,
  type TraceEvent,
} from "@canopy/contract/diagnosis/sessions";
import { type UseMutationResult, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { meQuery } from "../../accounts/me.ts";
import { deniedOn } from "../../devices/details/may-change.ts";
import { liveClient } from "../../frames/live/live-client.ts";
import { api } from "../../platform/api.ts";
import { useStore } from "../../platform/kept.ts";
import { useDefinitions } from "../definitions/use-definitions.ts";
import { allEcusQuery } from "../ecus/ecu-queries.ts";
import { keptSettings, ownSettings, PRESETS, settingsFor, withSettings } from "./desk-settings.ts";

/** Should the live channel be away. */
const LOOK_AGAIN_MS = 5000;
const NEWEST_JOBS = 50;

export interface Order {
  readonly steps: readonly StoredStep[];
  readonly title?: string;
  readonly goesOn?: boolean;
}

export interface Desk {
  readonly device: Thing;
  readonly ecus: readonly Ecu[];
  /** The chosen one; undefined for a preset of addresses. */
  readonly ecu: Ecu | undefined;
  /** What its identifiers, routines and codes mean; undefined: nothing was imported. */
  readonly definitions: EcuDefinitions | undefined;
  readonly ecuKey: string;
  readonly settings: UdsSettings;
  /** Without what was changed here. */
  readonly ownSettings: UdsSettings;
  settingsOf(ecu: Ecu): UdsSettings;
  setSettings(settings: UdsSettings): void;
  readonly session: DiagnosisSession | null;
  readonly isMine: boolean;
  /** Oldest first. */
  readonly trace: readonly TraceEvent[];
  /** Newest first. */
  readonly jobs: readonly DiagnosisJob[];
  readonly running: DiagnosisJob | undefined;
  /** The vehicle is being asked, or it is not known yet whether it is and what may be asked of its ECU. */
  readonly busy: boolean;
  /** Why this user may not send; undefined: allowed. */
  readonly denied: string | undefined;
  readonly run: UseMutationResult<DiagnosisJob, Error, Order>;
  readonly end: UseMutationResult<unknown, Error, void>;
  readonly cancel: UseMutationResult<unknown, Error, string>;
}

/** UDS-01: everything that the tabs of the diagnosis share; the queries are shared by their keys. */
export function useDesk(device: Thing, ecuKey: string | undefined): Desk {
  const params = { things_id: device.id };
  const client = useQueryClient();
  const { data: ecus = [], isPending: isLooking } = useQuery(allEcusQuery);
  const { data: me } = useQuery(meQuery);
  const key = ecuKey ?? ecus[0]?.ecu_id ?? PRESETS[0].key;
  const ecu = ecus.find(({ ecu_id }) => ecu_id === key);
  const { definitions, isAwaited } = useDefinitions(ecu?.ecu_id);
  const kept = useStore(keptSettings);
  const { session, trace, jobs, areJobsKnown, renew } = useDiagnosis(device.id);
  const running = jobs.find(({ state }) => state === "running");
  const isMine = session !== null && session.user_id === me?.user.id;
  useBeat(device.id, isMine, renew);
  const [settings, own] = [settingsFor(kept, device.id, key, ecu), ownSettings(key, ecu)];
  const run = useMutation({
    mutationFn: async ({ steps, title = "", goesOn = false }: Order) => {
      // Who is quicker than the list of ECUs still means its first one.
      const all = await client.ensureQueryData(allEcusQuery).catch(() => ecus);
      const chosen = ecuKey ?? all[0]?.ecu_id ?? key;
      const asked = all.find(({ ecu_id }) => ecu_id === chosen);
      if (!isMine) await api(openDiagnosis, { params });
      const to = { settings: settingsFor(kept, device.id, chosen, asked), ...(asked && { ecu_id: asked.ecu_id }) };
      const body = { title, ...to, steps: [...steps], go_on: goesOn };
      return (await api(runDiagnosisJob, { params, body })).data;
    },
    onSettled: renew,
  });
  const end = useMutation({ mutationFn: () => api(endDiagnosis, { params }), onSettled: renew });
  const cancel = useMutation({
    mutationFn: (job_id: string) => api(cancelDiagnosisJob, { params: { ...params, job_id } }),
    onSettled: renew,
  });
  return {
    device,
    ecus,
    ecu,
    definitions,
    ecuKey: key,
    settings,
    ownSettings: own,
    settingsOf: (one) => settingsFor(kept, device.id, one.ecu_id, one),
    setSettings: (next) => keptSettings.set(withSettings(kept, `${device.id}/${key}`, own, next)),
    session,
    isMine,
    trace,
    jobs,
    running,
    busy: run.isPending || running !== undefined || !areJobsKnown || isLooking || isAwaited,
    denied: deniedOn(device, runDiagnosisJob),
    run,
    end,
    cancel,
  };
}

/** Of everything that the terminal of a device may have changed. */
export const deskKey = (thingsId: string) => ["diagnosis", "desk", thingsId] as const;

function useDiagnosis(thingsId: string) {
  const client = useQueryClient();
  const params = { things_id: thingsId };
  const key = deskKey(thingsId);
  const options = { refetchInterval: LOOK_AGAIN_MS };
  const session = useQuery({
    ...options,
    queryKey: [...key, "session"],
    queryFn: async ({ signal }) => (await api(getDiagnosis, { params }, { signal })).data,
  });
  const trace = useQuery({
    ...options,
    queryKey: [...key, "trace"],
    queryFn: async ({ signal }) => (await api(listDiagnosisTrace, { params }, { signal })).list,
  });
  const jobs = useQuery({
    ...options,
    queryKey: [...key, "jobs"],
    queryFn: async ({ signal }) =>
      (await api(listDiagnosisJobs, { params, query: { page_size: NEWEST_JOBS } }, { signal })).list,
  });
  const renew = async () => client.invalidateQueries({ queryKey: deskKey(thingsId) });
  useEffect(
    () =>
      liveClient().watchDiagnosis(thingsId, () => {
        void client.invalidateQueries({ queryKey: deskKey(thingsId) });
      }),
    [thingsId, client],
  );
  const known = { session: session.data ?? null, trace: trace.data ?? [], jobs: jobs.data ?? [] };
  return { ...known, areJobsKnown: !jobs.isPending, renew };
}

/** The page is there: without this the session ends after a minute. */
function useBeat(thingsId: string, isMine: boolean, renew: () => Promise<void>): void {
  useEffect(() => {
    if (!isMine) return;
    const timer = setInterval(() => {
      api(keepDiagnosis, { params: { things_id: thingsId } }).catch(renew);
    }, SESSION_BEAT_MS);
    return () => clearInterval(timer);
  }, [thingsId, isMine, renew]);
}
