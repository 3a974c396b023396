import { EVENT_ORDERS } from "@canopy/contract/alarms/events";
import { RULE_ORDERS } from "@canopy/contract/alarms/rules";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { meQuery } from "../../../accounts/me.ts";
import { AlarmCentre } from "../../../alarms/centre/AlarmCentre.tsx";
import { EVENT_FILTERS } from "../../../alarms/centre/EventList.tsx";
import { RULE_FILTERS } from "../../../alarms/rules/RuleFilters.tsx";
import { REQUEST_HASH } from "../../capacity-hash.ts";
import { useListState } from "../../use-list-state.ts";
import { useEventWays } from "./use-event-ways.tsx";

/** TRG-05: the alarms of the fleet; tab, filters and the open event are in the address. */
export function AlarmCenterPage() {
  const navigate = useNavigate();
  const list = useListState("alarms.events", {
    filterKeys: [...EVENT_FILTERS, ...RULE_FILTERS],
    sortKeys: [...EVENT_ORDERS, ...RULE_ORDERS],
  });
  const { ways, dialog } = useEventWays();
  const userId = useQuery(meQuery).data?.user.id ?? "";
  return (
    <>
      <AlarmCentre
        {...list}
        userId={userId}
        onMoreRules={() => void navigate({ to: ".", search: true, hash: REQUEST_HASH })}
        ways={ways}
        onEditRule={({ ruleId, thingsId, ready }) =>
          void navigate({
            to: "/Container/EditTriggerRule",
            search: {
              back: "alarms",
              ...(ruleId && { id: ruleId }),
              ...(thingsId && { device: thingsId }),
              ...(ready && { ready }),
            },
          })
        }
      />
      {dialog}
    </>
  );
}
