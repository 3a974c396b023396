import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { useLiveBoard } from "../../../devices/board/use-live-board.ts";
import { overviewQuery } from "../../../devices/details/overview-query.ts";
import { FleetView } from "../../../places/fleet/FleetView.tsx";
import { readFleetAddress } from "../../../places/fleet/fleet-address.ts";
import type { FleetWays } from "../../../places/fleet/fleet-ways.ts";
import { ViewChoice } from "../../../places/fleet/ViewChoice.tsx";
import { troubleOf } from "../../../platform/error-texts.ts";
import { useText } from "../../../platform/i18n.ts";
import { FailedState } from "../../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../../ui/marks/Skeleton.tsx";
import { DETAILS_PATH } from "../../details/use-details-address.ts";
import { HOME } from "../../session/return-address.ts";
import { usePageSearch } from "../../use-page-search.ts";
import { useOpenAlarms } from "../alarms/use-open-alarms.ts";
import styles from "../pages.module.css";
import { liveSource } from "../statistics/live-source.ts";
import { TrackPage } from "./TrackPage.tsx";
import "../../../devices/fleet/list-texts.ts";

export const MAP_PATH = "/Container/TrailingMap";
const ALARMS = "/Container/AlarmCenter";

/** GPS-01, GPS-04: the live map of the fleet; with `?id=` the track of that device. */
export function TrailingMapPage() {
  const { search } = usePageSearch();
  return search.id ? <TrackPage path={MAP_PATH} /> : <FleetPage />;
}

function FleetPage() {
  const t = useText();
  const { search, onSearch } = usePageSearch();
  const ways = useWays();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(overviewQuery);
  const isWhole = data?.isWhole === true;
  const onStranger = useCallback(() => void (isWhole && refetch()), [isWhole, refetch]);
  const board = useLiveBoard(data?.rows, liveSource, onStranger);
  const alarms = useOpenAlarms();
  if (!data) {
    return (
      <div className={styles.list}>
        {error ? (
          <FailedState title={t("devices.list.failed")} trouble={troubleOf(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={12} columns={3} />
        )}
      </div>
    );
  }
  const toList = () => void navigate({ to: HOME, search: { ...readFleetAddress(search).filters } });
  return (
    <FleetView
      rows={data.rows}
      board={board}
      alarms={alarms}
      search={search}
      onSearch={onSearch}
      ways={ways}
      views={<ViewChoice value="map" onChange={toList} />}
    />
  );
}

function useWays(): FleetWays {
  const navigate = useNavigate();
  return useMemo(() => {
    const way = (to: string, words: Record<string, string>) => ({
      address: `${to}?${new URLSearchParams(words)}`,
      open: () => void navigate({ to, search: words }),
    });
    return {
      track: (id) => way(MAP_PATH, { id }),
      details: (id) => way(DETAILS_PATH, { id }),
      alarms: (id) => way(ALARMS, { device: id }),
    };
  }, [navigate]);
}
