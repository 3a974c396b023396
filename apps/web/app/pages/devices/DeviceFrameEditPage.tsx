import type { Thing } from "@canopy/contract/devices/thing";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Braces, ListOrdered } from "lucide-react";
import { deviceQuery } from "../../../devices/device-query.ts";
import { FrameEditor } from "../../../frames/send/FrameEditor.tsx";
import "../../../frames/send/frame-edit-texts.ts";
import { useText } from "../../../platform/i18n.ts";
import { Button } from "../../../ui/Button.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { HOME } from "../../session/return-address.ts";
import { usePageSearch } from "../../use-page-search.ts";
import { DeviceNeeded } from "../DeviceNeeded.tsx";
import { LoadedPage } from "../LoadedPage.tsx";
import styles from "../pages.module.css";

const GONE = {
  icon: ListOrdered,
  title: "frames.edit.gone",
  text: "frames.edit.goneNote",
  action: "frames.edit.home",
  list: HOME,
} as const;

/** STA-04: the frames that a device is sent, edited as a list. */
export function DeviceFrameEditPage() {
  const { search } = usePageSearch();
  const id = search.id ?? "";
  const navigate = useNavigate();
  const query = useQuery(deviceQuery(id));
  if (id === "")
    return (
      <DeviceNeeded
        icon={ListOrdered}
        title="app.page.frameEdit"
        onChoose={(chosen) => void navigate({ to: "/Container/DeviceFrameEdit", search: { id: chosen } })}
      />
    );
  return (
    <LoadedPage
      title="app.page.frameEdit"
      query={query}
      gone={GONE}
      failed="frames.edit.failed"
      skeleton={{ rows: 8, columns: 2 }}
    >
      {(device) => <FrameEditPage device={device} />}
    </LoadedPage>
  );
}

function FrameEditPage({ device }: { device: Thing }) {
  const t = useText();
  const navigate = useNavigate();
  const { id } = device;
  return (
    <>
      <PageHeader
        title={<bdi dir="auto">{device.name}</bdi>}
        onBack={() => void navigate({ to: "/Container/HomePage/DeviceDetails", search: { id } })}
        chips={<span className="mono">{device.third_things_id}</span>}
        facts={t("app.page.frameEdit")}
        actions={
          <Button icon={Braces} onClick={() => void navigate({ to: "/Container/JsonView", search: { id } })}>
            {t("app.page.jsonView")}
          </Button>
        }
      />
      <div className={styles.list}>
        <FrameEditor key={device.id} device={device} />
      </div>
    </>
  );
}
