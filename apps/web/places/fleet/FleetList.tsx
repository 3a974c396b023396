import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { formatNumber, formatQuantity } from "../../platform/formats.ts";
import { type Translate, useText } from "../../platform/i18n.ts";
import { formatRelative, viewerZone } from "../../platform/time-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { LevelMark } from "../../ui/marks/LevelMark.tsx";
import { StatusDot } from "../../ui/marks/StatusDot.tsx";
import styles from "./fleet.module.css";
import { type FleetDevice, isPlaced, stateOf } from "./place-state.ts";
import "./fleet-texts.ts";

interface FleetListProps {
  devices: readonly FleetDevice[];
  chosen: string | undefined;
  serverMs: number;
  /** Of the devices that fit the filters. */
  never: number;
  isNever: boolean;
  onNever(on: boolean): void;
  onChoose(id: string): void;
  /** At the top, such as the way to close the sheet. */
  children?: ReactNode;
}

const ROW_PX = 48;
const OVERSCAN = 6;

/** GPS-04: the devices of the map as a list: by keyboard each is reached here. */
export function FleetList(props: FleetListProps) {
  const t = useText();
  const { devices, never, isNever, onNever } = props;
  const title = t(isNever ? "places.fleet.neverList" : "places.fleet.devices");
  return (
    <section className={styles.list} aria-label={title}>
      <header>
        <strong>{title}</strong>
        <small>{formatNumber(devices.length)}</small>
        {props.children}
      </header>
      {devices.length === 0 ? <p className={styles.none}>{t("places.fleet.none")}</p> : <Rows {...props} />}
      {(never > 0 || isNever) && (
        <footer>
          <Button kind="link" onClick={() => onNever(!isNever)}>
            {isNever ? t("places.fleet.showAll") : t("places.fleet.never", { count: formatNumber(never) })}
          </Button>
        </footer>
      )}
    </section>
  );
}

function Rows({ devices, chosen, serverMs, onChoose }: FleetListProps) {
  const t = useText();
  const box = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: devices.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => devices[index]?.row.id ?? index,
    overscan: OVERSCAN,
  });
  const show = useEffectEvent((id: string) => {
    const index = devices.findIndex(({ row }) => row.id === id);
    if (index >= 0) rows.scrollToIndex(index, { align: "auto" });
  });
  useEffect(() => {
    if (chosen !== undefined) show(chosen);
  }, [chosen]);
  return (
    <div ref={box} className={styles.rows}>
      <ul style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start, key }) => {
          const device = devices[index];
          if (!device) return null;
          const { row, alarms, online } = device;
          return (
            <li key={key} style={{ transform: `translateY(${start}px)` }}>
              <button
                type="button"
                aria-current={row.id === chosen}
                data-device={row.id}
                onClick={() => onChoose(row.id)}
              >
                <StatusDot on={online} label={t(`places.fleet.state.${online ? "live" : "offline"}`)} />
                <b dir="auto">{row.name}</b>
                {alarms && <LevelMark level={alarms.level} compact />}
                <small data-state={isPlaced(device) ? stateOf(device, serverMs) : "offline"}>
                  {placeText(device, serverMs, t)}
                </small>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** "63 km/h · 1 s ago" */
function placeText({ place }: FleetDevice, serverMs: number, t: Translate): string {
  if (!place) return t("places.fleet.noPlace");
  const age = formatRelative(Math.min(place.time, serverMs), { nowMs: serverMs, zone: viewerZone(), t });
  return place.speedKmh === null ? age : `${formatQuantity(Math.round(place.speedKmh), "km/h")} · ${age}`;
}
