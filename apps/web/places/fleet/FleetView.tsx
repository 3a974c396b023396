import { List } from "lucide-react";
import { type CSSProperties, type ReactNode, useMemo, useRef, useState } from "react";
import { DeviceFilterPopover, DeviceSearch, useDeviceFilters, useNames } from "../../devices/fleet/device-filters.tsx";
import { useNow } from "../../platform/clock.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Toolbar } from "../../ui/toolbar/Toolbar.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import { useStageHeight } from "../../ui/use-stage-height.ts";
import { FleetCard, TogetherCard } from "./FleetCard.tsx";
import { FleetList } from "./FleetList.tsx";
import { FleetMap } from "./FleetMap.tsx";
import styles from "./fleet.module.css";
import { readFleetAddress, writeView } from "./fleet-address.ts";
import { useFleetPlaces } from "./fleet-query.ts";
import type { FleetWays } from "./fleet-ways.ts";
import { isPlaced } from "./place-state.ts";
import { type FleetSources, useFleetDevices } from "./use-fleet-devices.ts";
import "./fleet-texts.ts";

interface FleetViewProps extends FleetSources {
  search: Readonly<Record<string, string>>;
  onSearch(changes: Readonly<Record<string, string | undefined>>): void;
  ways: FleetWays;
  /** [List|Map] */
  views: ReactNode;
}

/** Ages are told in seconds. */
const TICK_MS = 1000;

/** GPS-04: the live map of the fleet, with the list of its devices beside it. */
export function FleetView(props: FleetViewProps) {
  const t = useText();
  const narrow = useNarrow();
  const { search, onSearch, ways } = props;
  const address = useMemo(() => readFleetAddress(search), [search]);
  const names = useNames();
  const places = useFleetPlaces();
  const serverMs = places.board.serverMs(useNow(TICK_MS));
  const devices = useFleetDevices(props, places, address.filters, names);
  const placed = useMemo(() => devices.filter(isPlaced), [devices]);
  const never = places.isKnown ? devices.length - placed.length : 0;
  const listed = address.isNever ? devices.filter((device) => !isPlaced(device)) : devices;
  const [togetherIds, setTogetherIds] = useState<ReadonlySet<string>>(NOBODY);
  const together = placed.filter(({ row }) => togetherIds.has(row.id));
  const [isListOpen, setListOpen] = useState(false);
  const chosen = devices.find(({ row }) => row.id === address.chosen);
  const onChoose = (device: string) => {
    setTogetherIds(NOBODY);
    setListOpen(false);
    onSearch({ device, follow: undefined });
  };
  const stage = useRef<HTMLDivElement>(null);
  const style: CSSProperties & { "--stage-height": string } = { "--stage-height": `${useStageHeight(stage)}px` };
  return (
    <div className={styles.page}>
      <h1 className="unseen">{t("places.fleet.label")}</h1>
      <FleetTools {...props} filters={address.filters} names={names} shown={devices.length} placed={placed.length} />
      {places.error && (
        <FailedState
          title={t("places.fleet.failed")}
          trouble={troubleOf(places.error)}
          onRetry={() => places.retry()}
        />
      )}
      <div ref={stage} className={styles.stage} style={style} data-list={isListOpen}>
        {(!narrow || isListOpen) && (
          <FleetList
            devices={listed}
            chosen={address.chosen}
            serverMs={serverMs}
            never={never}
            isNever={address.isNever}
            onNever={(on) => onSearch({ place: on ? "none" : undefined })}
            onChoose={onChoose}
          />
        )}
        <FleetMap
          devices={placed}
          chosen={address.chosen}
          isFollowing={address.isFollowing}
          serverMs={serverMs}
          initial={address.view}
          fitKey={JSON.stringify(address.filters)}
          onChoose={onChoose}
          onTogether={(all) => setTogetherIds(new Set(all.map(({ row }) => row.id)))}
          onView={(view) => onSearch({ map: writeView(view) })}
        >
          {places.isKnown && placed.length === 0 && <p className={styles.empty}>{t("places.fleet.empty")}</p>}
          {together.length > 0 && (
            <TogetherCard devices={together} onChoose={onChoose} onClose={() => setTogetherIds(NOBODY)} />
          )}
          {chosen && together.length === 0 && (
            <FleetCard
              device={chosen}
              serverMs={serverMs}
              ways={ways}
              isFollowing={address.isFollowing}
              onFollow={(on) => onSearch({ follow: on ? "1" : undefined })}
              onClose={() => onSearch({ device: undefined, follow: undefined })}
            />
          )}
          {narrow && (
            <div className={styles.sheetButton} data-map-control>
              <Button icon={List} aria-expanded={isListOpen} onClick={() => setListOpen(!isListOpen)}>
                {t("places.fleet.list", { count: formatNumber(devices.length) })}
              </Button>
            </div>
          )}
        </FleetMap>
      </div>
    </div>
  );
}

const NOBODY: ReadonlySet<string> = new Set();

interface FleetToolsProps extends FleetViewProps {
  filters: ReturnType<typeof readFleetAddress>["filters"];
  names: ReturnType<typeof useNames>;
  shown: number;
  placed: number;
}

function FleetTools({ rows, filters, names, onSearch, views, shown, placed }: FleetToolsProps) {
  const t = useText();
  const narrow = useNarrow();
  const filtering = {
    rows,
    names,
    filters,
    onFilter: (key: string, value: string) => onSearch({ [key]: value || undefined }),
  };
  const chosen = useDeviceFilters(filtering);
  const label = t("places.fleet.tools");
  if (narrow) {
    return (
      <div className={styles.narrowTools}>
        <DeviceSearch {...filtering} />
        <DeviceFilterPopover items={chosen} />
        {views}
      </div>
    );
  }
  const facts = t("places.fleet.count", { shown: formatNumber(shown), placed: formatNumber(placed) });
  return (
    <Toolbar
      label={label}
      items={[
        { key: "search", content: <DeviceSearch {...filtering} />, minPx: 170 },
        ...chosen,
        {
          key: "facts",
          content: (
            <span className={styles.count} data-testid="fleet-count">
              {facts}
            </span>
          ),
          sign: facts,
          priority: 5,
          atEnd: true,
        },
        { key: "views", content: views, atEnd: true },
      ]}
    />
  );
}
