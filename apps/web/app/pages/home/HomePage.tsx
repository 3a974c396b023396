import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useCallback } from "react";
import { LIST_SORTS } from "../../../devices/board/arrange-devices.ts";
import { useLiveBoard } from "../../../devices/board/use-live-board.ts";
import { OVERVIEW_KEY, overviewQuery } from "../../../devices/details/overview-query.ts";
import { DeviceHome, HOME_FILTERS } from "../../../devices/fleet/DeviceHome.tsx";
import { ViewChoice } from "../../../places/fleet/ViewChoice.tsx";
import { troubleOf } from "../../../platform/error-texts.ts";
import { useText } from "../../../platform/i18n.ts";
import { lazyPage } from "../../../ui/lazy-page.tsx";
import { FailedState } from "../../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../../ui/marks/Skeleton.tsx";
import { HOME } from "../../session/return-address.ts";
import { useListState } from "../../use-list-state.ts";
import { useOpenAlarms } from "../alarms/use-open-alarms.ts";
import styles from "../pages.module.css";
import { liveSource } from "../statistics/live-source.ts";
import { WAYS, type Way } from "./connect-ways.ts";

const OfferedDevices = lazyPage(() => import("../../../devices/types/OfferedDevices.tsx"), "OfferedDevices");
const FleetTroubles = lazyPage(() => import("../../../frames/troubles/FleetTroubles.tsx"), "FleetTroubles");
const ConnectGuide = lazyPage(() => import("./ConnectGuide.tsx"), "ConnectGuide");
const ALARMS = "/Container/AlarmCenter";
const FIRMWARE = "/Container/FirmwareManager";
const MAP = "/Container/TrailingMap";
/** Shown before and after a trouble of the bus. */
const AROUND_MS = 30_000;
const DETAILS = "/Container/HomePage/DeviceDetails";
/** How the tabs of a device are named in its address. */
const TABS = {
  live: { tab: "data", sub: "live" },
  configure: { tab: "management", sub: "configuration" },
} as const;

/** The list of devices; before there is one, or when asked for, the guide to connect one (`?way=` in the address). */
export function HomePage() {
  const t = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const search: { way?: string } = useSearch({ strict: false });
  const list = useListState("devices.list", { sortKeys: LIST_SORTS, filterKeys: HOME_FILTERS });
  const { data, error, refetch } = useQuery(overviewQuery);
  const renew = useCallback(() => void client.invalidateQueries({ queryKey: OVERVIEW_KEY }), [client]);
  const isWhole = data?.isWhole === true;
  // While the list is on its way it has many devices not yet; asking again would begin anew.
  const onStranger = useCallback(() => isWhole && renew(), [isWhole, renew]);
  const board = useLiveBoard(data?.rows, liveSource, onStranger);

  const alarms = useOpenAlarms();
  const way = WAYS.find((one) => one === search.way);
  const onWay = (next: Way | undefined) =>
    void navigate({ to: HOME, search: next === undefined ? {} : { way: next }, replace: true });

  if (!data) {
    return (
      <div className={styles.list}>
        {error ? (
          <FailedState title={t("devices.list.failed")} trouble={troubleOf(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={12} columns={6} />
        )}
      </div>
    );
  }
  const isEmpty = isWhole && data.rows.length === 0;
  if (isEmpty || way !== undefined) {
    return (
      <>
        <Offers />
        <Suspense fallback={<Skeleton rows={6} columns={3} />}>
          <ConnectGuide way={way} hasDevices={!isEmpty} onWay={onWay} onChanged={renew} />
        </Suspense>
      </>
    );
  }
  return (
    <>
      <Offers />
      <Suspense>
        <FleetTroubles
          onOpen={({ things_id: id, from_time, to_time }) =>
            void navigate({
              to: DETAILS,
              search: { id, tab: "bus", from: from_time - AROUND_MS, to: to_time + AROUND_MS, at: from_time },
            })
          }
        />
      </Suspense>
      <DeviceHome
        overview={data}
        board={board}
        source={liveSource}
        {...list}
        addressOf={(id) => `${DETAILS}?id=${id}`}
        onOpen={(id, tab) => void navigate({ to: DETAILS, search: { id, ...(tab && TABS[tab]) } })}
        onUpgrade={(ids) =>
          void navigate({ to: FIRMWARE, search: { tab: "rollouts", new: "1", devices: ids.join(",") } })
        }
        onGuide={onWay}
        alarms={alarms}
        alarmsAddressOf={(id) => `${ALARMS}?device=${id}`}
        onAlarms={(id) => void navigate({ to: ALARMS, search: { device: id } })}
        views={
          <ViewChoice value="list" onChange={() => void navigate({ to: MAP, search: { ...list.state.filters } })} />
        }
      />
    </>
  );
}

/** Shown where another tenant offers a device: the list does not wait for it. */
function Offers() {
  return (
    <Suspense>
      <OfferedDevices />
    </Suspense>
  );
}
