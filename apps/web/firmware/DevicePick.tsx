import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { overviewQuery } from "../devices/details/overview-query.ts";
import { useText } from "../platform/i18n.ts";
import { Checkbox } from "../ui/form/Checkbox.tsx";
import layout from "../ui/layout.module.css";
import { SearchInput } from "../ui/list/SearchInput.tsx";
import styles from "./firmware.module.css";

const MOST_SHOWN = 40;

interface DevicePickProps {
  readonly chosen: readonly string[];
  onChange(ids: readonly string[]): void;
}

/** Single devices, the chosen ones first. */
export function DevicePick({ chosen, onChange }: DevicePickProps) {
  const t = useText();
  const [text, setText] = useState("");
  const rows = useQuery(overviewQuery).data?.rows ?? [];
  const ticked = new Set(chosen);
  const wanted = text.trim().toLowerCase();
  const found = rows.filter(({ name, third_things_id }) => `${name} ${third_things_id}`.toLowerCase().includes(wanted));
  const sorted = [...found].sort(
    (a, b) => Number(ticked.has(b.id)) - Number(ticked.has(a.id)) || a.name.localeCompare(b.name),
  );
  return (
    <fieldset className={styles.pick}>
      <legend>{t("firmware.scope.chosen", { count: chosen.length })}</legend>
      <SearchInput value={text} label={t("firmware.scope.search")} onChange={setText} />
      <div className={layout.ticks}>
        {sorted.slice(0, MOST_SHOWN).map(({ id, name, firmware_version }) => (
          <Checkbox
            key={id}
            checked={ticked.has(id)}
            onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
          >
            <span>
              <bdi>{name}</bdi> <span className={layout.note}>{firmware_version ?? "—"}</span>
            </span>
          </Checkbox>
        ))}
      </div>
      {sorted.length > MOST_SHOWN && (
        <p className={layout.note}>{t("firmware.scope.more", { count: sorted.length - MOST_SHOWN })}</p>
      )}
    </fieldset>
  );
}
