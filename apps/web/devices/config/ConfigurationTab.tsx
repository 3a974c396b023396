import { useQuery } from "@tanstack/react-query";
import { meQuery } from "../../accounts/me.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import type { DeviceTabProps } from "../details/device-tab.tsx";
import { ConfigEditor } from "./ConfigEditor.tsx";
import { configQuery } from "./config-queries.ts";
import type { WatchTraffic } from "./FilterPreview.tsx";
import "./config-texts.ts";

interface ConfigurationTabProps extends DeviceTabProps {
  watchTraffic: WatchTraffic;
}

/** DEV-05: the desired and the reported configuration of a device. */
export function ConfigurationTab(props: ConfigurationTabProps) {
  const t = useText();
  const { id } = props.device;
  const { data, error, refetch } = useQuery(configQuery(id));
  const userId = useQuery(meQuery).data?.user.id;
  if (data && userId !== undefined) return <ConfigEditor key={id} {...props} userId={userId} known={data} />;
  if (!error) return <Skeleton rows={8} columns={4} />;
  return <FailedState title={t("devices.config.failed")} trouble={troubleOf(error)} onRetry={() => void refetch()} />;
}
