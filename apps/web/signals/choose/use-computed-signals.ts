import {
  type ComputedContent,
  type ComputedSignal,
  deleteComputedSignal,
  listComputedSignals,
  saveComputedSignal,
} from "@canopy/contract/signals/computed";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";

const KEY = [listComputedSignals.name] as const;

export function useComputedSignals(): {
  computed: readonly ComputedSignal[];
  save(content: ComputedContent): Promise<void>;
  remove(name: string): Promise<void>;
} {
  const queries = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await api(listComputedSignals, {}, { signal })).list,
  });
  const renew = () => queries.invalidateQueries({ queryKey: KEY });
  return {
    computed: data ?? [],
    save: async (content) => {
      await api(saveComputedSignal, { body: content });
      await renew();
    },
    remove: async (name) => {
      await api(deleteComputedSignal, { query: { name } });
      await renew();
    },
  };
}
