import { createAlarmRule } from "@canopy/contract/alarms/rules";
import type { FenceRow } from "@canopy/contract/places/fences";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { MapPinned } from "lucide-react";
import { callDenied } from "../../../accounts/permissions.ts";
import { fenceRuleSearch } from "../../../alarms/filled-rule.ts";
import { FenceEditor } from "../../../places/fences/FenceEditor.tsx";
import { FENCES_KEY, fenceQuery } from "../../../places/fences/fence-queries.ts";
import "../../../places/fences/fence-texts.ts";
import { useText } from "../../../platform/i18n.ts";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { addressOfPage } from "../../kept-addresses.ts";
import { usePageSearch } from "../../use-page-search.ts";
import { LoadedPage } from "../LoadedPage.tsx";

const LIST = "/Container/EFenceManager";

/** GPS-02: a fence by its id, or a new one. */
export function EFenceEditorPage() {
  const { search } = usePageSearch();
  const { id = "" } = search;
  const query = useQuery(fenceQuery(id));
  if (id === "") return <Editor fence={undefined} />;
  return (
    <LoadedPage
      title="app.page.fenceEditor"
      query={query}
      gone={{
        icon: MapPinned,
        title: "places.fence.gone",
        text: "places.fence.goneNote",
        action: "places.fence.toList",
        list: LIST,
      }}
      failed="places.fence.editFailed"
      skeleton={{ rows: 8, columns: 2 }}
    >
      {(fence) => <Editor key={fence.fence_id} fence={fence} />}
    </LoadedPage>
  );
}

function Editor({ fence }: { fence: FenceRow | undefined }) {
  const t = useText();
  const navigate = useNavigate();
  const client = useQueryClient();
  const back = () => void navigate({ href: addressOfPage(LIST) });
  return (
    <FenceEditor
      fence={fence}
      header={(actions) => (
        <PageHeader
          title={<bdi dir="auto">{fence?.name ?? t("places.fence.new")}</bdi>}
          onBack={back}
          actions={actions}
        />
      )}
      alarmDenied={callDenied(createAlarmRule)}
      onDone={(saved, side) => {
        void client.invalidateQueries({ queryKey: FENCES_KEY });
        if (side === undefined) back();
        else void navigate({ to: "/Container/EditTriggerRule", search: fenceRuleSearch(saved, side) });
      }}
      onCancel={back}
    />
  );
}
