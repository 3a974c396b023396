import "./point-texts.ts";
import type { DataGroups } from "@canopy/contract/devices/type-fields";
import { newestData } from "@canopy/contract/frames/points";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Card } from "../../ui/Card.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { RangeSwitch } from "../history/RangeSwitch.tsx";
import { useMovingNow } from "../time-bar/use-moving-now.ts";
import { LivePoints } from "./LivePoints.tsx";
import { PointCurves, PointTable } from "./PointHistory.tsx";
import { shownFields, shownGroups } from "./point-fields.ts";
import { readRange } from "./point-range.ts";
import styles from "./points.module.css";

/** How soon a new report is seen. */
const LOOK_AGAIN_MS = 2000;
const VIEWS = ["curve", "table"] as const;

interface PointValuesProps {
  device: { id: string; online: boolean };
  groups: DataGroups;
  search: Readonly<Record<string, string>>;
  onSearch(changes: Readonly<Record<string, string | undefined>>): void;
}

/** DEV-04: the fields of a non-CAN device, live and in history, as table and as curves. */
export function PointValues({ device, groups, search, onSearch }: PointValuesProps) {
  const t = useText();
  const query = useQuery({
    queryKey: [newestData.name, device.id, "points"],
    queryFn: async ({ signal }) =>
      (await api(newestData, { params: { things_id: device.id }, query: { parts: "points" } }, { signal })).data,
    refetchInterval: LOOK_AGAIN_MS,
  });
  const range = readRange(search, useMovingNow());
  const points = query.data?.points ?? [];
  const names = shownGroups(groups, points);
  const group = names.find((name) => name === search.group) ?? names[0];
  const newest = points.find((point) => point.group === group);
  const fields = group === undefined ? [] : shownFields(groups, group, newest);
  const view = search.view === "table" ? "table" : "curve";
  const history = { thingsId: device.id, group: group ?? "", fields, range };

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
  return (
    <div className={styles.page}>
      {names.length > 1 && (
        <Select<string>
          className={styles.group}
          aria-label={t("frames.points.group")}
          options={names.map((name) => ({ value: name, label: name }))}
          value={group ?? ""}
          onChange={(name) => onSearch({ group: name })}
        />
      )}
      <LivePoints fields={fields} newest={newest} stale={!device.online || query.isError} />
      {fields.length > 0 && (
        <Card title={t("frames.points.history")}>
          <div className={styles.tools}>
            <RangeSwitch range={range} onSearch={onSearch} />
            <Segmented
              label={t("frames.points.view")}
              options={VIEWS.map((value) => ({ value, label: t(`frames.points.view.${value}`) }))}
              value={view}
              onChange={(next) => onSearch({ view: next })}
            />
          </div>
          {view === "curve" ? <PointCurves {...history} /> : <PointTable {...history} key={history.group} />}
        </Card>
      )}
    </div>
  );
}
