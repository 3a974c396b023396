import type { Thing } from "@canopy/contract/devices/thing";
import { type NewestData, newestData } from "@canopy/contract/frames/points";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Braces, Download, ListOrdered } from "lucide-react";
import { useState } from "react";
import { saveText } from "../../../devices/config/save-text.ts";
import { deviceQuery } from "../../../devices/device-query.ts";
import "../../../frames/points/json-texts.ts";
import { api } from "../../../platform/api.ts";
import { useText } from "../../../platform/i18n.ts";
import { Button } from "../../../ui/Button.tsx";
import { Card } from "../../../ui/Card.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Checkbox } from "../../../ui/form/Checkbox.tsx";
import { JsonTree } from "../../../ui/marks/JsonTree.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { HOME } from "../../session/return-address.ts";
import { usePageSearch } from "../../use-page-search.ts";
import { DeviceNeeded } from "../DeviceNeeded.tsx";
import { LoadedPage } from "../LoadedPage.tsx";
import styles from "../pages.module.css";

const LOOK_AGAIN_MS = 2000;

const PAGE = { title: "app.page.jsonView", failed: "frames.json.failed", skeleton: { rows: 10 } } as const;
const GONE = {
  icon: Braces,
  title: "frames.json.gone",
  text: "frames.json.goneNote",
  action: "frames.json.home",
  list: HOME,
} as const;

/** STA-04: the newest data of a device as JSON. */
export function JsonViewPage() {
  const { search } = usePageSearch();
  const id = search.id ?? "";
  const [live, setLive] = useState(true);
  const device = useQuery(deviceQuery(id));
  const navigate = useNavigate();
  const newest = useQuery({
    queryKey: [newestData.name, id, "all"],
    queryFn: async ({ signal }) => (await api(newestData, { params: { things_id: id } }, { signal })).data,
    refetchInterval: live ? LOOK_AGAIN_MS : false,
    enabled: device.data !== undefined,
  });
  if (id === "")
    return (
      <DeviceNeeded
        icon={Braces}
        title="app.page.jsonView"
        onChoose={(chosen) => void navigate({ to: "/Container/JsonView", search: { id: chosen } })}
      />
    );
  return (
    <LoadedPage {...PAGE} query={device} gone={GONE}>
      {(thing) => (
        <LoadedPage {...PAGE} query={newest}>
          {(data) => <JsonPage device={thing} data={data} live={live} onLive={setLive} />}
        </LoadedPage>
      )}
    </LoadedPage>
  );
}

interface JsonPageProps {
  device: Thing;
  data: NewestData;
  live: boolean;
  onLive(live: boolean): void;
}

function JsonPage({ device, data, live, onLive }: JsonPageProps) {
  const t = useText();
  const navigate = useNavigate();
  const { id } = device;
  const whole = { device, ...data };
  const text = JSON.stringify(whole, null, 2);
  return (
    <>
      <PageHeader
        title={<bdi dir="auto">{device.name}</bdi>}
        onBack={() => void navigate({ to: "/Container/HomePage/DeviceDetails", search: { id } })}
        chips={<span className="mono">{device.third_things_id}</span>}
        actions={
          <>
            <Checkbox checked={live} onChange={onLive}>
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
              onClick={() => saveText(text, `${device.third_things_id}.json`, "application/json")}
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
