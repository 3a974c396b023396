import { formatOf } from "@canopy/can/signal-file/format";
import { listDbcFiles } from "@canopy/contract/signals/dbc-files";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { mayCall } from "../../accounts/permissions.ts";
import type { DbcOffer } from "../../frames/filter/dbc-offer.ts";
import { dbcFilesQuery, parsedDbcQuery } from "../../signals/dbc/dbc-library.ts";

/** The tenant's library for the tables of frames, which decode in place. */
export function useDbcOffer(toBind: (() => void) | undefined): DbcOffer | null {
  const client = useQueryClient();
  const { data } = useQuery({ ...dbcFilesQuery, enabled: mayCall(listDbcFiles) });
  return useMemo(
    () =>
      data
        ? {
            files: data.map(({ dbc_id, name, revision }) => ({ key: dbc_id, name, note: `r${revision}` })),
            toBind,
            read: async (key) => {
              const { name, text, dbc } = await client.fetchQuery(parsedDbcQuery(key, "newest"));
              if (formatOf(text) === "dbc") return { name: `${name}.dbc`, text };
              // Tables of frames read DBCs alone: an LDF or ARXML is handed on as one.
              const { writeDbc } = await import("@canopy/can/dbc/write/write");
              return { name: `${name}.${formatOf(text)}`, text: writeDbc(dbc) };
            },
          }
        : null,
    [data, client, toBind],
  );
}
