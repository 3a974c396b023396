import type { EcuDefinitions } from "@canopy/can/uds/definitions/model";
import { getEcuDefinitions } from "@canopy/contract/diagnosis/definitions";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { ECUS_KEY } from "../ecus/ecu-queries.ts";

export const definitionsQuery = (ecuId: string) =>
  queryOptions({
    queryKey: [...ECUS_KEY, "definitions", ecuId],
    queryFn: async ({ signal }) => (await api(getEcuDefinitions, { params: { ecu_id: ecuId } }, { signal })).data,
  });

interface KnownDefinitions {
  /** Undefined: it has none, or a preset of addresses is chosen. */
  readonly definitions: EcuDefinitions | undefined;
  /** They have not come yet. */
  readonly isAwaited: boolean;
}

/** Of the chosen ECU. */
export function useDefinitions(ecuId: string | undefined): KnownDefinitions {
  const { data, isLoading } = useQuery({ ...definitionsQuery(ecuId ?? ""), enabled: ecuId !== undefined });
  return { definitions: data ?? undefined, isAwaited: isLoading };
}
