import { listInfoModels } from "@canopy/contract/devices/info-models";
import { listThings } from "@canopy/contract/devices/things";
import { listVehicles } from "@canopy/contract/devices/vehicles";
import { listDbcFiles } from "@canopy/contract/signals/dbc-files";
import { searchDbcs } from "@canopy/contract/signals/dbc-uses";
import { keepPreviousData, type QueryKey, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { mayCall } from "../../accounts/permissions.ts";
import { useTenantId } from "../../devices/types/type-queries.ts";
import { api } from "../../platform/api.ts";
import { messageId, messageKey } from "../../signals/dbc/dbc-key.ts";
import { dbcFilesQuery } from "../../signals/dbc/dbc-library.ts";

/** A thing by part of its name or ID, and where it is shown. */
export interface FoundThing {
  readonly kind: "device" | "vehicle" | "type" | "dbc" | "message" | "signal";
  readonly id: string;
  readonly name: string;
  /** Distinguishes it from others of its name. */
  readonly note: string;
  readonly href: string;
}

/** Results per kind; the list page shows all. */
const FOUND = 5;
const SETTLED_MS = 200;
const DBC_PAGE = "/Container/DBCManager";

/**
 * Ctrl-K: devices, vehicles, types, DBC files and signals that match the text, once typing rests. Empty text finds
 * none.
 */
export function useFoundThings(typed: string): readonly FoundThing[] {
  const keyword = useSettled(typed.trim()).slice(0, 64);
  const tenantId = useTenantId();
  const asked = (kind: FoundThing["kind"], allowed: boolean, read: (signal: AbortSignal) => Promise<FoundThing[]>) => ({
    queryKey: ["app", "found", kind, keyword] as QueryKey,
    queryFn: ({ signal }: { signal: AbortSignal }) => read(signal),
    enabled: keyword !== "" && allowed,
    placeholderData: keepPreviousData,
  });
  const devices = useQuery(
    asked("device", mayCall(listThings), async (signal) => {
      const query = { page_size: FOUND, filters: JSON.stringify({ keyword }) };
      const { list } = await api(listThings, { query }, { signal });
      return list.map(({ id, name, third_things_id }) =>
        found("device", { id, name, note: third_things_id }, "/Container/HomePage/DeviceDetails"),
      );
    }),
  );
  const vehicles = useQuery(
    asked("vehicle", mayCall(listVehicles), async (signal) => {
      const { list } = await api(listVehicles, { query: { page_size: FOUND, keyword } }, { signal });
      return list.map(({ id, name, vin }) =>
        found("vehicle", { id, name, note: vin }, "/Container/CarManager/CarDetails"),
      );
    }),
  );
  const types = useQuery(
    asked("type", mayCall(listInfoModels) && tenantId !== "", async (signal) => {
      const input = { params: { tenant_id: tenantId }, query: { page_size: FOUND, keyword } };
      const { list } = await api(listInfoModels, input, { signal });
      return list.map(({ id, name, keyword: note }) =>
        found("type", { id, name, note }, "/Container/DeviceTypeDetails"),
      );
    }),
  );
  const files = useQuery({ ...dbcFilesQuery, enabled: keyword !== "" && mayCall(listDbcFiles) });
  const signals = useQuery(
    asked("signal", mayCall(searchDbcs), async (signal) => {
      const { list } = await api(searchDbcs, { query: { keyword } }, { signal });
      return list.slice(0, FOUND).map((hit) => {
        const key = { id: hit.message_id, isExtended: hit.is_extended };
        const words = new URLSearchParams({
          dbc: hit.dbc_id,
          msg: messageKey(key),
          ...(hit.signal && { sig: hit.signal }),
        });
        return {
          kind: hit.signal ? "signal" : "message",
          id: `${hit.dbc_id}/${messageKey(key)}/${hit.signal ?? ""}`,
          name: hit.signal ?? hit.message,
          note: `${hit.name} · ${messageId(key)} ${hit.message}`,
          href: `${DBC_PAGE}?${words}`,
        };
      });
    }),
  );
  if (typed.trim() === "") return [];
  const named = (files.data ?? [])
    .filter(({ name }) => name.toLowerCase().includes(keyword.toLowerCase()))
    .slice(0, FOUND)
    .map(
      ({ dbc_id, name, revision }): FoundThing => ({
        kind: "dbc",
        id: dbc_id,
        name,
        note: `r${revision}`,
        href: `${DBC_PAGE}?dbc=${dbc_id}`,
      }),
    );
  return [...[devices, vehicles, types].flatMap(({ data }) => data ?? []), ...named, ...(signals.data ?? [])];
}

function found(kind: FoundThing["kind"], thing: { id: string; name: string; note: string }, path: string): FoundThing {
  return { kind, ...thing, href: `${path}?id=${thing.id}` };
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
