import type { InfoModel } from "@canopy/contract/devices/info-models";
import { listThings } from "@canopy/contract/devices/things";
import { useQuery } from "@tanstack/react-query";
import { Cpu } from "lucide-react";
import { PointValues } from "../../../frames/points/PointValues.tsx";
import "../../../frames/points/point-texts.ts";
import { api } from "../../../platform/api.ts";
import { troubleOf } from "../../../platform/error-texts.ts";
import { useText } from "../../../platform/i18n.ts";
import { Select } from "../../../ui/form/Select.tsx";
import { EmptyState } from "../../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../../ui/marks/Skeleton.tsx";
import styles from "../pages.module.css";

/** More than a list to choose from can hold; the devices tab has them all. */
const SHOWN_DEVICES = 500;
const LOOK_AGAIN_MS = 10_000;

interface TypeValuesProps {
  type: InfoModel;
  search: Readonly<Record<string, string>>;
  onSearch(changes: Readonly<Record<string, string | undefined>>): void;
}

/** The values of one of the type's devices. */
export function TypeValues({ type, search, onSearch }: TypeValuesProps) {
  const t = useText();
  const asked = {
    page_size: SHOWN_DEVICES,
    order_param: "name",
    order_type: 0,
    filters: JSON.stringify({ info_model_id: type.id }),
  } as const;
  const query = useQuery({
    queryKey: [listThings.name, asked],
    queryFn: ({ signal }) => api(listThings, { query: asked }, { signal }),
    refetchInterval: LOOK_AGAIN_MS,
  });
  if (query.error && !query.data) {
    return (
      <FailedState
        title={t("frames.points.failed")}
        trouble={troubleOf(query.error)}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (!query.data) return <Skeleton rows={6} columns={3} />;
  const devices = query.data.list;
  const device = devices.find(({ id }) => id === search.device) ?? devices[0];
  if (!device) {
    return <EmptyState icon={Cpu} title={t("frames.points.noDevice")} text={t("frames.points.noDeviceNote")} />;
  }
  return (
    <div className={styles.stack}>
      <Select<string>
        className={styles.choice}
        aria-label={t("frames.points.device")}
        options={devices.map(({ id, name }) => ({ value: id, label: name }))}
        value={device.id}
        onChange={(id) => onSearch({ device: id, group: undefined })}
      />
      <PointValues key={device.id} device={device} groups={type.data_groups} search={search} onSearch={onSearch} />
    </div>
  );
}
