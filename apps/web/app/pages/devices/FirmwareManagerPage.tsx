import { IMAGE_ORDERS } from "@canopy/contract/firmware/images";
import { ROLLOUT_ORDERS } from "@canopy/contract/firmware/rollouts";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { meQuery } from "../../../accounts/me.ts";
import { NewCampaign } from "../../../campaigns/NewCampaign.tsx";
import { IMAGE_FILTERS, IMAGE_LIST, ImagesPane } from "../../../firmware/ImagesPane.tsx";
import { NewRollout } from "../../../firmware/NewRollout.tsx";
import { ROLLOUT_FILTERS, ROLLOUT_LIST, RolloutsPane } from "../../../firmware/RolloutsPane.tsx";
import { useText } from "../../../platform/i18n.ts";
import { Tabs } from "../../../ui/Tabs.tsx";
import "../../texts.ts";
import { useListState } from "../../use-list-state.ts";
import { usePageSearch } from "../../use-page-search.ts";
import styles from "../signals/dbc-manager.module.css";

const PATH = "/Container/FirmwareManager";
const ROLLOUT = "/Container/Rollout";

/** DEV-08: `?tab=images|rollouts`; `new` opens the form, with `image` and `devices` chosen; `new=ecu`: of an ECU campaign. */
export function FirmwareManagerPage() {
  const t = useText();
  const { search, onSearch } = usePageSearch();
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  const tab = search.tab === "rollouts" ? "rollouts" : "images";
  const openNew = (image?: string) =>
    void navigate({ to: PATH, search: { tab: "rollouts", new: "1", ...(image && { image }) } });
  const onOpen = (id: string) => void navigate({ to: ROLLOUT, search: { id } });
  const newProps = (tenantId: string) => ({
    tenantId,
    deviceIds: search.devices?.split(",") ?? [],
    onKind: (kind: "firmware" | "ecu") => onSearch({ new: kind === "ecu" ? "ecu" : "1" }),
    onStarted: onOpen,
    onClose: () => onSearch({ new: undefined, image: undefined, devices: undefined }),
  });
  return (
    <div className={styles.page}>
      <h1 className="unseen">{t("app.page.firmware")}</h1>
      <div className={styles.tabs}>
        <Tabs
          label={t("app.page.firmware")}
          tabs={[
            { value: "images", label: t("app.firmware.images") },
            { value: "rollouts", label: t("app.firmware.rollouts") },
          ]}
          value={tab}
          onChange={(next) =>
            void navigate({ to: PATH, search: next === "images" ? {} : { tab: next }, replace: true })
          }
        />
      </div>
      {tab === "images" ? <Images onRollOut={openNew} /> : <Rollouts onNew={() => openNew()} onOpen={onOpen} />}
      {me && tab === "rollouts" && search.new === "ecu" && <NewCampaign {...newProps(me.tenant.id)} />}
      {me && tab === "rollouts" && search.new !== undefined && search.new !== "ecu" && (
        <NewRollout {...newProps(me.tenant.id)} imageId={search.image ?? ""} />
      )}
    </div>
  );
}

function Images({ onRollOut }: { onRollOut(imageId: string): void }) {
  const list = useListState(IMAGE_LIST, { filterKeys: IMAGE_FILTERS, sortKeys: IMAGE_ORDERS });
  return (
    <div className={styles.list}>
      <ImagesPane {...list} onRollOut={onRollOut} />
    </div>
  );
}

function Rollouts(props: { onNew(): void; onOpen(id: string): void }) {
  const list = useListState(ROLLOUT_LIST, { filterKeys: ROLLOUT_FILTERS, sortKeys: ROLLOUT_ORDERS });
  return (
    <div className={styles.list}>
      <RolloutsPane {...list} {...props} />
    </div>
  );
}
