import { getInbox } from "@canopy/contract/files/inbox";
import { useQueries, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { callDenied } from "../../../accounts/permissions.ts";
import { deviceQuery } from "../../../devices/device-query.ts";
import { INBOX_FILTERS } from "../../../files/inbox/InboxFiles.tsx";
import { InboxPart } from "../../../files/inbox/InboxPart.tsx";
import { inboxQuery } from "../../../files/inbox/inbox-queries.ts";
import { EmptyState } from "../../../ui/marks/EmptyState.tsx";
import { DeviceChoice, useDeviceChoices } from "../../details/DeviceChoice.tsx";
import { DETAILS_PATH } from "../../details/use-details-address.ts";
import { useListState } from "../../use-list-state.ts";
import { TitledPage } from "../TitledPage.tsx";

/** The manager's: which device files of other makers' loggers belong to. */
export function FileInboxPage() {
  const denied = callDenied(getInbox);
  return (
    <TitledPage title="app.page.inbox">
      {denied === undefined ? <FileInbox /> : <EmptyState title={denied} />}
    </TitledPage>
  );
}

function FileInbox() {
  const navigate = useNavigate();
  const list = useListState("files.inbox", { filterKeys: INBOX_FILTERS });
  const { data: inbox } = useQuery(inboxQuery);
  const ids = [...new Set((inbox?.rules ?? []).flatMap(({ things_id }) => (things_id === null ? [] : [things_id])))];
  const named = useQueries({ queries: ids.map((id) => deviceQuery(id)) });
  const names = new Map(named.map(({ data }) => [data?.id, data?.name]));
  const choices = useDeviceChoices("");
  const nameOf = (id: string) =>
    names.get(id) ?? choices.data?.list.find((device) => device.id === id)?.name ?? id.slice(0, 8);
  return (
    <InboxPart
      {...list}
      nameOf={nameOf}
      chooser={(name, onChoose) => <DeviceChoice name={name} onChoose={onChoose} />}
      onOpenDevice={(id) => void navigate({ to: DETAILS_PATH, search: { id, tab: "data", sub: "cloud" } })}
    />
  );
}
