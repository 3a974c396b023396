import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Braces, ListOrdered } from "lucide-react";
import { deviceQuery, isGone } from "../../devices/device-query.ts";
import { FrameEditor } from "../../frames/send/FrameEditor.tsx";
import "../../frames/send/frame-edit-texts.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { PageHeader } from "../../ui/PageHeader.tsx";
import { addressOfPage } from "../kept-addresses.ts";
import { HOME } from "../session/return-address.ts";
import { usePageSearch } from "../use-page-search.ts";
import styles from "./pages.module.css";
import { UntitledPage } from "./UntitledPage.tsx";

/** STA-04: the frames that a device is sent, edited as a list. */
export function DeviceFrameEditPage() {
  const t = useText();
  const navigate = useNavigate();
  const { search } = usePageSearch();
  const id = search.id ?? "";
  const { data: device, error, refetch } = useQuery(deviceQuery(id));
  if (id === "" || isGone(error)) {
    return (
      <UntitledPage title="app.page.frameEdit">
        {" "}
        <EmptyState
          icon={ListOrdered}
          title={t("frames.edit.gone")}
          text={t("frames.edit.goneNote")}
          actions={
            <Button onClick={() => void navigate({ href: addressOfPage(HOME) })}>{t("frames.edit.home")}</Button>
          }
        />
      </UntitledPage>
    );
  }
  if (error && !device) {
    return (
      <UntitledPage title="app.page.frameEdit">
        <FailedState title={t("frames.edit.failed")} trouble={troubleOf(error)} onRetry={() => void refetch()} />
      </UntitledPage>
    );
  }
  if (!device)
    return (
      <UntitledPage title="app.page.frameEdit">
        <Skeleton rows={8} columns={2} />
      </UntitledPage>
    );
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
