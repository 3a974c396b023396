import { listDbcFiles } from "@canopy/contract/signals/dbc-files";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { mayCall } from "../../accounts/permissions.ts";
import type { DbcOffer } from "../../frames/filter/dbc-offer.ts";
import { dbcFilesQuery, parsedDbcQuery } from "../../signals/dbc/dbc-library.ts";

/** The tenant's library for the tables of frames, which decode in place. */
export function useDbcOffer(): DbcOffer | null {
  const client = useQueryClient();
  const { data } = useQuery({ ...dbcFilesQuery, enabled: mayCall(listDbcFiles) });
  return useMemo(
    () =>
      data
        ? {
            files: data.map(({ dbc_id, name, revision }) => ({ key: dbc_id, name, note: `r${revision}` })),
            read: async (key) => {
              const { name, text } = await client.fetchQuery(parsedDbcQuery(key, "newest"));
              return { name: `${name}.dbc`, text };
            },
          }
        : null,
    [data, client],
  );
}
