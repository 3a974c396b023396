import { useText } from "../../platform/i18n.ts";
import { Segmented } from "../../ui/form/Segmented.tsx";
import "./fleet-texts.ts";

/** The devices as a list or on the map; both keep the filters. */
export function ViewChoice({ value, onChange }: { value: "list" | "map"; onChange(value: "list" | "map"): void }) {
  const t = useText();
  return (
    <Segmented
      label={t("places.fleet.views")}
      options={[
        { value: "list", label: t("places.fleet.asList") },
        { value: "map", label: t("places.fleet.asMap") },
      ]}
      value={value}
      onChange={onChange}
    />
  );
}
