import { useQuery } from "@tanstack/react-query";
import { eventsQuery } from "../../alarms/alarm-queries.ts";
import { rulesQuery } from "../../alarms/rule-queries.ts";

const FIRST_PAGE = { current_page: 1, page_size: 5, keyword: "" };

/** Beside the names of sub-tabs: the rules that watch the device, and its open events. Other tabs have no counts. */
export function useSubCounts(tab: string, thingsId: string): Readonly<Record<string, number | undefined>> {
  const asked = { ...FIRST_PAGE, things_id: thingsId };
  const enabled = tab === "triggers";
  const rules = useQuery({ ...rulesQuery(asked), enabled }).data;
  const events = useQuery({ ...eventsQuery({ ...asked, open: true }), enabled }).data;
  return enabled ? { rules: rules?.pagination.total_size, events: events?.pagination.total_size } : {};
}
