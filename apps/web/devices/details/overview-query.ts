import { listGroups, listLabels } from "@canopy/contract/devices/labels";
import { OVERVIEW_MAX_ROWS, type OverviewRow, overviewThings } from "@canopy/contract/devices/overview";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { DEVICES_KEY } from "../device-query.ts";

export const OVERVIEW_KEY = [...DEVICES_KEY, "overview"] as const;
export const LABELS_KEY = [...DEVICES_KEY, "labels"] as const;
export const GROUPS_KEY = [...DEVICES_KEY, "groups"] as const;

/** The first screen at once, the rest in large pieces. */
const FIRST_ROWS = 200;
/** How soon the list shows changes of other users; a long list costs more, so it is polled less often. */
const SHORT_LIST = 500;
const LOOK_AGAIN_MS = { short: 15_000, long: 120_000 };

/** All devices that the user may read. The first piece is shown while the others are on their way. */
export const overviewQuery = queryOptions({
  queryKey: OVERVIEW_KEY,
  queryFn: async ({ signal, client }): Promise<Overview> => {
    const rows: OverviewRow[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const query = { limit: after ? OVERVIEW_MAX_ROWS : FIRST_ROWS, after };
      const slice: Reply<typeof overviewThings> = await api(overviewThings, { query }, { signal });
      rows.push(...slice.list);
      after = slice.next;
      // Not at every piece: sorting a list of thousands five times would delay live values.
      if (after !== null && rows.length <= FIRST_ROWS) showMeanwhile(client, rows);
    }
    return { rows, isWhole: true };
  },
  refetchInterval: ({ state }) =>
    (state.data?.rows.length ?? 0) > SHORT_LIST ? LOOK_AGAIN_MS.long : LOOK_AGAIN_MS.short,
});

export interface Overview {
  rows: readonly OverviewRow[];
  /** More is on its way. */
  isWhole: boolean;
}

function showMeanwhile(client: QueryClient, rows: readonly OverviewRow[]): void {
  client.setQueryData<Overview>(OVERVIEW_KEY, (known) =>
    known?.isWhole ? known : { rows: [...rows], isWhole: false },
  );
}

export const labelsQuery = queryOptions({
  queryKey: LABELS_KEY,
  queryFn: async ({ signal }) => (await api(listLabels, {}, { signal })).list,
});

export const groupsQuery = queryOptions({
  queryKey: GROUPS_KEY,
  queryFn: async ({ signal }) => (await api(listGroups, {}, { signal })).list,
});

/** Optimistic update; the next answer of the server corrects it. */
export function changeRows(
  client: QueryClient,
  ids: ReadonlySet<string>,
  change: (row: OverviewRow) => OverviewRow | undefined,
): void {
  client.setQueryData<Overview>(OVERVIEW_KEY, (known) => {
    if (!known) return known;
    const rows = known.rows.flatMap((row) => (ids.has(row.id) ? (change(row) ?? []) : row));
    return { ...known, rows };
  });
}
