import type { Bounds } from "@canopy/can/gps/track";
import { type ReactNode, useEffect, useEffectEvent, useMemo, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { keepInView } from "../map/keep-in-view.ts";
import { MapBox } from "../map/MapBox.tsx";
import type { MapPart } from "../map/map-part.ts";
import type { MapView } from "../map/mercator.ts";
import { boundsOfPlaces, viewOfCluster } from "./cluster-view.ts";
import { FleetMarks } from "./FleetMarks.tsx";
import type { PlacedDevice } from "./place-state.ts";
import "./fleet-texts.ts";

interface FleetMapProps {
  devices: readonly PlacedDevice[];
  chosen: string | undefined;
  isFollowing: boolean;
  serverMs: number;
  /** Of the address; read once. */
  initial: Pick<MapView, "centre" | "zoom"> | undefined;
  /** Another one of these: all found devices are shown. */
  fitKey: string;
  /** For a screen across the room: without buttons, marks so many times larger. */
  farScale?: number | undefined;
  onChoose(id: string): void;
  onTogether(devices: readonly PlacedDevice[]): void;
  onView(view: MapView): void;
  children?: ReactNode;
}

/** GPS-04: the devices on the map, each at its newest position. */
export function FleetMap(props: FleetMapProps) {
  const t = useText();
  const { devices, chosen, serverMs, farScale, onChoose } = props;
  const [map, setMap] = useState<MapPart>();
  const home = useMemo(() => boundsOfPlaces(devices.map(({ place }) => place)), [devices]);
  useFitted(map, home, props);
  useChosenInView(map, props);
  useToldView(map, props.onView);
  const onCluster = (together: readonly PlacedDevice[]) => {
    if (!map) return;
    const apart = viewOfCluster(
      together.map(({ place }) => place),
      map.view(),
    );
    if (apart) map.setView(apart);
    else props.onTogether(together);
  };
  return (
    <MapBox
      label={t("places.fleet.map")}
      initial={props.initial}
      home={home}
      isPlain={farScale !== undefined}
      onMap={setMap}
    >
      <FleetMarks
        devices={devices}
        chosen={chosen}
        serverMs={serverMs}
        scale={farScale ?? 1}
        onChoose={onChoose}
        onCluster={onCluster}
      />
      {props.children}
    </MapBox>
  );
}

/** A mark of a far screen lies wholly on the map. */
const FAR_PADDING_PX = 40;

/** Once when positions are there, and with each other set of filters; not while devices move. */
function useFitted(
  map: MapPart | undefined,
  home: Bounds | undefined,
  { fitKey, initial, farScale = 1 }: FleetMapProps,
): void {
  const [fittedKey, setFittedKey] = useState(initial ? fitKey : undefined);
  const isKnown = home !== undefined;
  const fit = useEffectEvent(() => {
    if (!map || !home || fittedKey === fitKey) return;
    map.fit(home, farScale === 1 ? undefined : FAR_PADDING_PX * farScale);
    setFittedKey(fitKey);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other filters show other devices
  useEffect(() => fit(), [map, isKnown, fitKey]);
}

/** A device that is chosen in the list comes into view; a followed one stays there. */
function useChosenInView(map: MapPart | undefined, { devices, chosen, isFollowing }: FleetMapProps): void {
  const place = devices.find(({ row }) => row.id === chosen)?.place;
  const show = useEffectEvent(() => {
    if (map && place) keepInView(map, place);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another device, or the map has come
  useEffect(() => show(), [map, chosen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each of its positions
  useEffect(() => {
    if (isFollowing) show();
  }, [isFollowing, place]);
}

/** The address need not follow each step of a gesture. */
const REST_MS = 500;

function useToldView(map: MapPart | undefined, onView: FleetMapProps["onView"]): void {
  const tell = useEffectEvent((view: MapView) => onView(view));
  useEffect(() => {
    if (!map) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = map.onView(() => {
      clearTimeout(timer);
      timer = setTimeout(() => tell(map.view()), REST_MS);
    });
    return () => {
      off();
      clearTimeout(timer);
    };
  }, [map]);
}
