import { newestData } from "@canopy/contract/frames/points";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Braces, Download, ListOrdered } from "lucide-react";
import { useState } from "react";
import { saveText } from "../../devices/config/save-text.ts";
import { deviceQuery, isGone } from "../../devices/device-query.ts";
import "../../frames/points/json-texts.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { JsonTree } from "../../ui/marks/JsonTree.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { addressOfPage } from "../kept-addresses.ts";
import { HOME } from "../session/return-address.ts";
import { usePageSearch } from "../use-page-search.ts";
import styles from "./pages.module.css";
import { UntitledPage } from "./UntitledPage.tsx";

const LOOK_AGAIN_MS = 2000;

/** STA-04: the newest data of a device as JSON. */
export function JsonViewPage() {
  const t = useText();
  const navigate = useNavigate();
  const { search } = usePageSearch();
  const id = search.id ?? "";
  const [live, setLive] = useState(true);
  const device = useQuery(deviceQuery(id));
  const query = useQuery({
    queryKey: [newestData.name, id, "all"],
    queryFn: async ({ signal }) => (await api(newestData, { params: { things_id: id } }, { signal })).data,
    refetchInterval: live ? LOOK_AGAIN_MS : false,
    enabled: device.data !== undefined,
  });
  if (id === "" || isGone(device.error)) {
    return (
      <UntitledPage title="app.page.jsonView">
        {" "}
        <EmptyState
          icon={Braces}
          title={t("frames.json.gone")}
          text={t("frames.json.goneNote")}
          actions={
            <Button onClick={() => void navigate({ href: addressOfPage(HOME) })}>{t("frames.json.home")}</Button>
          }
        />
      </UntitledPage>
    );
  }
  const error = device.error ?? query.error;
  if (error && !query.data) {
    const retry = () => void (device.error ? device.refetch() : query.refetch());
    return (
      <UntitledPage title="app.page.jsonView">
        <FailedState title={t("frames.json.failed")} trouble={troubleOf(error)} onRetry={retry} />
      </UntitledPage>
    );
  }
  if (!device.data || !query.data)
    return (
      <UntitledPage title="app.page.jsonView">
        <Skeleton rows={10} />
      </UntitledPage>
    );
  const whole = { device: device.data, ...query.data };
  const text = JSON.stringify(whole, null, 2);
  return (
    <>
      <PageHeader
        title={<bdi dir="auto">{device.data.name}</bdi>}
        onBack={() => void navigate({ to: "/Container/HomePage/DeviceDetails", search: { id } })}
        chips={<span className="mono">{device.data.third_things_id}</span>}
        actions={
          <>
            <Checkbox checked={live} onChange={setLive}>
              {t("frames.json.live")}
            </Checkbox>
            <Button
              icon={ListOrdered}
              onClick={() => void navigate({ to: "/Container/DeviceFrameEdit", search: { id } })}
            >
              {t("app.page.frameEdit")}
            </Button>
            <Button
              icon={Download}
              onClick={() => saveText(text, `${device.data.third_things_id}.json`, "application/json")}
            >
              {t("frames.json.save")}
            </Button>
            <CopyButton text={text}>{t("frames.json.copy")}</CopyButton>
          </>
        }
      />
      <div className={styles.list}>
        <Card>
          <p className={styles.jsonNote}>{t("frames.json.note")}</p>
          <JsonTree value={whole} open={4} />
        </Card>
      </div>
    </>
  );
}
