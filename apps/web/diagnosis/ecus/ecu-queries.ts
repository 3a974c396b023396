import { listDtcFiles } from "@canopy/contract/diagnosis/dtc-files";
import { listEcus } from "@canopy/contract/diagnosis/ecus";
import { listUnlockFiles } from "@canopy/contract/diagnosis/unlock-files";
import { MAX_PAGE_SIZE } from "@canopy/contract/platform/lists";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";

export const ECUS_KEY = ["diagnosis", "ecus"] as const;

const all = { current_page: 1, page_size: MAX_PAGE_SIZE };

export const allEcusQuery = queryOptions({
  queryKey: [...ECUS_KEY, "all"],
  queryFn: async ({ signal }) => (await api(listEcus, { query: all }, { signal })).list,
});

export const dtcFilesQuery = queryOptions({
  queryKey: [...ECUS_KEY, "dtc-files"],
  queryFn: async ({ signal }) => (await api(listDtcFiles, { query: all }, { signal })).list,
});

export const unlockFilesQuery = queryOptions({
  queryKey: [...ECUS_KEY, "unlock-files"],
  queryFn: async ({ signal }) => (await api(listUnlockFiles, { query: all }, { signal })).list,
});
