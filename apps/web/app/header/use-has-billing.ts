import { useQuery } from "@tanstack/react-query";
import { resourceLinksQuery, useConfiguration } from "../../settings/configuration.ts";

/** NAV-16: more is asked for at a billing site, where there is one. */
export function useHasBilling(): boolean {
  const { link } = useConfiguration();
  const links = useQuery(resourceLinksQuery).data ?? {};
  return Boolean(link.billing || links.billing);
}
