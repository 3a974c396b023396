import type { FenceShape } from "@canopy/contract/places/fence-shape";
import { Plus, Trash2 } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { DegreeField } from "./DegreeField.tsx";
import styles from "./fences.module.css";
import { cornersOf, withCornerAfter, withHandle, withoutHandle } from "./shape-edit.ts";

interface ShapeFieldsProps {
  shape: FenceShape;
  onChange(shape: FenceShape, step?: string): void;
}

/** GPS-02: everything that can be drawn, typed. */
export function ShapeFields({ shape, onChange }: ShapeFieldsProps) {
  const t = useText();
  if (shape.kind === "circle") {
    const { centre } = shape;
    return (
      <div className={styles.pair}>
        <DegreeField
          label={t("places.fence.latitude")}
          value={centre.latitude}
          onChange={(latitude) => onChange({ ...shape, centre: { ...centre, latitude } }, "typed latitude")}
        />
        <DegreeField
          label={t("places.fence.longitude")}
          value={centre.longitude}
          onChange={(longitude) => onChange({ ...shape, centre: { ...centre, longitude } }, "typed longitude")}
        />
        <DegreeField
          label={t("places.fence.radius")}
          hint={t("places.fence.radiusHint")}
          value={shape.radius_m}
          onChange={(radius_m) => onChange({ ...shape, radius_m }, "typed radius")}
        />
      </div>
    );
  }
  if (shape.kind === "rectangle")
    return (
      <div className={styles.pair}>
        {(["north", "south", "west", "east"] as const).map((side) => (
          <DegreeField
            key={side}
            label={t(`places.fence.${side}`)}
            value={shape[side]}
            onChange={(degrees) => onChange({ ...shape, [side]: degrees }, `typed ${side}`)}
          />
        ))}
      </div>
    );
  if (shape.kind === "region") return null;
  return (
    <>
      {shape.kind === "corridor" && (
        <DegreeField
          label={t("places.fence.halfWidth")}
          hint={t("places.fence.radiusHint")}
          value={shape.half_width_m}
          onChange={(half_width_m) => onChange({ ...shape, half_width_m }, "typed width")}
        />
      )}
      <CornerTable shape={shape} onChange={onChange} />
    </>
  );
}

function CornerTable({ shape, onChange }: ShapeFieldsProps) {
  const t = useText();
  const corners = cornersOf(shape);
  return (
    <details className={styles.corners}>
      <summary>
        {t("places.fence.corners")} <span>{t("places.fence.size.corners", { count: corners.length })}</span>
      </summary>
      {corners.map((corner, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a corner has no other name than its place
        <div key={at} className={styles.corner}>
          <span>{at + 1}</span>
          <DegreeField
            label={t("places.fence.cornerLatitude", { n: at + 1 })}
            bare
            value={corner.latitude}
            onChange={(latitude) => onChange(withHandle(shape, String(at), { ...corner, latitude }), `typed lat ${at}`)}
          />
          <DegreeField
            label={t("places.fence.cornerLongitude", { n: at + 1 })}
            bare
            value={corner.longitude}
            onChange={(longitude) =>
              onChange(withHandle(shape, String(at), { ...corner, longitude }), `typed lon ${at}`)
            }
          />
          <IconButton
            icon={Plus}
            label={t("places.fence.addCorner", { n: at + 1 })}
            onClick={() => onChange(withCornerAfter(shape, at))}
          />
          <IconButton
            icon={Trash2}
            label={t("places.fence.removeCorner", { n: at + 1 })}
            onClick={() => onChange(withoutHandle(shape, String(at)))}
          />
        </div>
      ))}
      <Button
        icon={Plus}
        onClick={() => {
          const last = corners.at(-1) ?? { latitude: 0, longitude: 0 };
          const next = { latitude: last.latitude, longitude: last.longitude + 0.001 };
          if (shape.kind === "polygon") onChange({ ...shape, corners: [...corners, next] });
          else if (shape.kind === "corridor") onChange({ ...shape, path: [...corners, next] });
        }}
      >
        {t("places.fence.typeCorner")}
      </Button>
    </details>
  );
}
