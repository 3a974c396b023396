import { listDbcRevisions } from "@canopy/contract/signals/dbc-files";
import { listDbcUses } from "@canopy/contract/signals/dbc-uses";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { DBC_KEY } from "./dbc-library.ts";

export const dbcRevisionsQuery = (dbcId: string) =>
  queryOptions({
    queryKey: [...DBC_KEY, "revisions", dbcId],
    queryFn: async ({ signal }) => (await api(listDbcRevisions, { params: { dbc_id: dbcId } }, { signal })).list,
  });

export const dbcUsesQuery = (dbcId: string) =>
  queryOptions({
    queryKey: [...DBC_KEY, "uses", dbcId],
    queryFn: async ({ signal }) => (await api(listDbcUses, { params: { dbc_id: dbcId } }, { signal })).list,
  });
