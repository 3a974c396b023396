import { useNavigate } from "@tanstack/react-router";
import { ApproveCampaign } from "../../../campaigns/ApproveCampaign.tsx";
import { useCampaignWords } from "../../../campaigns/campaign-words.ts";
import { ROLLOUT_DEVICE_FILTERS, ROLLOUT_DEVICE_LIST } from "../../../firmware/RolloutDevices.tsx";
import { RolloutView } from "../../../firmware/RolloutView.tsx";
import { useText } from "../../../platform/i18n.ts";
import { Button } from "../../../ui/Button.tsx";
import { EmptyState } from "../../../ui/marks/EmptyState.tsx";
import { useListState } from "../../use-list-state.ts";
import { usePageSearch } from "../../use-page-search.ts";
import { TitledPage } from "../TitledPage.tsx";

/** DEV-08: `?id=`, with the filter of its devices. */
export function RolloutPage() {
  const t = useText();
  const navigate = useNavigate();
  const { search } = usePageSearch();
  const list = useListState(ROLLOUT_DEVICE_LIST, { filterKeys: ROLLOUT_DEVICE_FILTERS });
  const stateOf = useCampaignWords();
  const toList = () => void navigate({ to: "/Container/FirmwareManager", search: { tab: "rollouts" } });
  if (!search.id)
    return (
      <TitledPage title="app.page.rollout">
        <EmptyState
          title={t("firmware.view.gone")}
          actions={<Button onClick={toList}>{t("firmware.rollout.title")}</Button>}
        />
      </TitledPage>
    );
  return (
    <RolloutView
      id={search.id}
      {...list}
      onBack={toList}
      stateOf={stateOf}
      moreActions={(rollout) => <ApproveCampaign rollout={rollout} />}
      onDevice={({ things_id: id, run_id: run }) =>
        void navigate({
          to: "/Container/HomePage/DeviceDetails",
          search: run === null ? { id } : { id, tab: "ecu", run },
        })
      }
    />
  );
}
