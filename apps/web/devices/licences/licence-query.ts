import { generateLicence, licenceConfig } from "@canopy/contract/devices/licences";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { mayCall } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";

export const licenceQuery = queryOptions({
  queryKey: [licenceConfig.name],
  queryFn: async ({ signal }) => (await api(licenceConfig, {}, { signal })).data,
});

/** DEV-03, USR-03: page and menu only where the licence configuration enables them, and for managers. */
export function useHasLicence(): boolean {
  const { data } = useQuery(licenceQuery);
  return data?.enable === true && mayCall(generateLicence);
}
