import { useQuery } from "@tanstack/react-query";
import { formatQuantity } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { gridOf, gridText } from "./grid.ts";
import styles from "./map.module.css";
import { useMap, useMapView } from "./map-context.ts";
import { webglKind } from "./map-drawing.ts";
import { tilesQuery } from "./map-settings.ts";
import { type MapView, project, scaleOf } from "./mercator.ts";
import "./map-texts.ts";

const SCALE_PX = 90;

/** The scale, the origin of the ground, and a word where the map is drawn plainly. */
export function MapFoot({ isPlain }: { isPlain: boolean }) {
  const t = useText();
  const map = useMap();
  const view = useMapView();
  const { data: tiles } = useQuery(tilesQuery);
  if (!map || !view) return null;
  const scale = scaleOf(view, SCALE_PX);
  const credit = tiles ? tiles.credit : t("places.map.builtIn");
  const datum = t(tiles?.datum === "gcj02" ? "places.map.shownInGcj02" : "places.map.wgs84");
  return (
    <>
      {!tiles && !isPlain && <GridLabels view={view} />}
      {!isPlain && (
        <div className={styles.scale} style={{ width: scale.px }} aria-hidden="true">
          {scale.metres >= 1000 ? formatQuantity(scale.metres / 1000, "km") : formatQuantity(scale.metres, "m")}
        </div>
      )}
      <p className={styles.credit}>
        {map.kind === "canvas" && !isPlain && (
          <span>{t(webglKind() === "none" ? "places.map.noWebgl" : "places.map.noGraphics")} · </span>
        )}
        {credit} · {datum}
      </p>
    </>
  );
}

/** Kept free for the controls, the scale and the credit. */
const EDGE_PX = 60;

function GridLabels({ view }: { view: MapView }) {
  const { longitude, latitude } = view.centre;
  return (
    <div aria-hidden="true">
      {gridOf(view).map((line) => {
        const isParallel = line.axis === "latitude";
        const { x, y } = project(
          view,
          isParallel ? { latitude: line.degrees, longitude } : { latitude, longitude: line.degrees },
        );
        const isOut = isParallel ? y < EDGE_PX || y > view.height - EDGE_PX : x < EDGE_PX || x > view.width - EDGE_PX;
        if (isOut) return null;
        const place = isParallel ? { left: 4, top: y } : { left: x, top: 2 };
        return (
          <span key={`${line.axis}${line.degrees}`} className={styles.degrees} data-axis={line.axis} style={place}>
            {gridText(line)}
          </span>
        );
      })}
    </div>
  );
}
