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

/** Of the chosen ECU; undefined: it has none, or a preset of addresses is chosen. */
export function useDefinitions(ecuId: string | undefined): EcuDefinitions | undefined {
  const { data } = useQuery({ ...definitionsQuery(ecuId ?? ""), enabled: ecuId !== undefined });
  return data ?? undefined;
}
