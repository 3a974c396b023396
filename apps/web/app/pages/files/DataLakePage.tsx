import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../../../accounts/me.ts";
import { LakePart } from "../../../lake/LakePart.tsx";
import { TitledPage } from "../TitledPage.tsx";

export function DataLakePage() {
  const { data: me } = useQuery(meQuery);
  return <TitledPage title="app.page.lake">{me && <LakePart tenantId={me.tenant.id} />}</TitledPage>;
}
