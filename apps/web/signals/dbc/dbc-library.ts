import type { Dbc } from "@canopy/can/dbc/model";
import { type ParsedDbc, parseDbc } from "@canopy/can/dbc/parse/parse";
import type { DbcProblem } from "@canopy/can/dbc/parse/problem";
import { formatOf } from "@canopy/can/signal-file/format";
import { CallError } from "@canopy/contract/platform/http-call";
import { type DbcFile, dbcText, listDbcFiles } from "@canopy/contract/signals/dbc-files";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { api } from "../../platform/api.ts";

export const DBC_KEY = ["signals", "dbc"] as const;

/** Interval at which an open page notices changes by others. */
const LOOK_AGAIN_MS = 30_000;
/** A parsed revision never changes; it is dropped after this time without use. */
const KEPT_MS = 10 * 60_000;

export const dbcFilesQuery = queryOptions({
  queryKey: [...DBC_KEY, "files"],
  queryFn: async ({ signal }): Promise<DbcFile[]> => (await api(listDbcFiles, {}, { signal })).list,
  refetchInterval: LOOK_AGAIN_MS,
});

/** The tenant's DBC files, ordered by name. A file with a newer revision is read again where it is in use. */
export function useDbcFiles() {
  const client = useQueryClient();
  const files = useQuery(dbcFilesQuery);
  const { data } = files;
  useEffect(() => {
    for (const { dbc_id, revision } of data ?? []) {
      const queryKey = [...DBC_KEY, "parsed", dbc_id, "newest"];
      const known = client.getQueryData<LibraryDbc>(queryKey);
      if (known && known.revision !== revision) void client.invalidateQueries({ queryKey });
    }
  }, [client, data]);
  return files;
}

export interface LibraryDbc {
  readonly name: string;
  readonly revision: number;
  readonly dbc: Dbc;
  readonly problems: readonly DbcProblem[];
  readonly text: string;
}

/** Read once per page and shared by its parts. */
export function parsedDbcQuery(dbcId: string, revision: number | "newest") {
  return queryOptions({
    queryKey: [...DBC_KEY, "parsed", dbcId, revision],
    queryFn: async ({ signal }): Promise<LibraryDbc> => {
      const { data } = await api(dbcText, { params: { dbc_id: dbcId, revision } }, { signal });
      return { name: data.name, revision: data.revision, text: data.text, ...(await parsed(data.text)) };
    },
    enabled: dbcId !== "",
    // "newest" becomes stale; a numbered revision never changes.
    staleTime: revision === "newest" ? LOOK_AGAIN_MS : Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
    structuralSharing: false,
    retry: (count, problem) => !isGone(problem) && count < 2,
  });
}

/** A revision of a file as a model; an empty id asks for nothing. */
export const useParsedDbc = (dbcId: string, revision: number | "newest" = "newest") =>
  useQuery(parsedDbcQuery(dbcId, revision));

/** Readers of LDF and ARXML come with the first such file. */
async function parsed(text: string): Promise<ParsedDbc> {
  if (formatOf(text) === "dbc") return parseDbc(text);
  return (await import("@canopy/can/signal-file/read")).parseSignalText(text);
}

const isGone = (problem: unknown) => problem instanceof CallError && problem.status === 404;
