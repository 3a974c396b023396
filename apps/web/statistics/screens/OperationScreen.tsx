import type { FleetStatistics } from "@canopy/contract/statistics/fleet";
import { type CapacityFigures, useCapacity } from "../../capacity/capacity-queries.ts";
import { useNow } from "../../platform/clock.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { alarmsOf, DAY_MS } from "../statistic-figures.ts";
import { storedText, timeLeft } from "./capacity-words.ts";
import { useDays } from "./fleet-days.ts";
import { OperationScene } from "./OperationScenes.tsx";
import { OPERATION_SCENES, type OperationData } from "./operation-data.ts";
import { ScreenFigure, ScreenFrame } from "./ScreenFrame.tsx";
import { type ScreenAddress, useScenes } from "./use-scenes.ts";
import "../texts.ts";
import "./screen-texts.ts";

const DAYS = 30;
const WEEK_MS = 7 * DAY_MS;
const MINUTE_MS = 60_000;

interface OperationScreenProps extends OperationData {
  tenantId: string;
  trouble: string | undefined;
  /** `scene`. */
  address: ScreenAddress;
}

/** STA-03: how the business runs. */
export function OperationScreen({ tenantId, trouble, address, ...data }: OperationScreenProps) {
  const t = useText();
  const scenes = useScenes(OPERATION_SCENES, address);
  const fleet = useDays(DAYS).data;
  const capacity = useCapacity(tenantId).data;
  return (
    <ScreenFrame
      title={t("statistics.screen.operation")}
      scenes={scenes}
      trouble={trouble}
      figures={<Figures {...data} fleet={fleet} capacity={capacity} />}
    >
      <OperationScene {...data} scene={scenes.scene} fleet={fleet} capacity={capacity} />
    </ScreenFrame>
  );
}

interface FiguresProps extends Pick<OperationData, "rows" | "orders"> {
  fleet: FleetStatistics | undefined;
  capacity: CapacityFigures | undefined;
}

function Figures({ rows, fleet, capacity, orders }: FiguresProps) {
  const t = useText();
  const nowMs = useNow(MINUTE_MS);
  const fresh = rows?.filter(({ created_time }) => nowMs - created_time < WEEK_MS).length;
  const today = fleet?.days.at(-1);
  return (
    <>
      <ScreenFigure
        name={t("statistics.screen.devices")}
        figure="devices"
        note={fresh !== undefined && t("statistics.screen.newDevices", { count: fresh })}
      >
        {formatNumber(rows?.length)}
      </ScreenFigure>
      <ScreenFigure
        name={t("statistics.screen.stored")}
        figure="stored"
        note={capacity && timeLeft(t, capacity)}
        isUrgent={capacity?.levels.data === "full"}
      >
        {storedText(capacity)}
      </ScreenFigure>
      <ScreenFigure name={t("statistics.screen.orders")} figure="orders">
        {formatNumber(orders?.open)}
      </ScreenFigure>
      <ScreenFigure
        name={t("statistics.screen.alarmsToday")}
        figure="alarms"
        note={today && t("statistics.field.levels", today)}
        isUrgent={today !== undefined && today.urgent > 0}
      >
        {formatNumber(today && alarmsOf(today))}
      </ScreenFigure>
    </>
  );
}
