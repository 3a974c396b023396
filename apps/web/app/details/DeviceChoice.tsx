import { listThings } from "@canopy/contract/devices/things";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import "../../signals/curves/curve-texts.ts";
import { Button } from "../../ui/Button.tsx";
import { Popover } from "../../ui/float/Popover.tsx";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import styles from "./details.module.css";

/** Devices not among these are found by a part of their name. */
const SHOWN = 25;

/** Devices by part of their name, in the order of their names. */
export function useDeviceChoices(search: string) {
  const asked = {
    page_size: SHOWN,
    order_param: "name",
    order_type: 0,
    filters: JSON.stringify(search ? { keyword: search } : {}),
  } as const;
  return useQuery({
    queryKey: [listThings.name, asked],
    queryFn: ({ signal }) => api(listThings, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
}

interface DeviceChoiceProps {
  name: string | undefined;
  onChoose(id: string, name: string): void;
}

/** Which device a page that belongs to none tells of. */
export function DeviceChoice({ name, onChoose }: DeviceChoiceProps) {
  const t = useText();
  const [search, setSearch] = useState("");
  return (
    <Popover
      label={t("signals.page.device")}
      align="end"
      trigger={(props) => (
        <Button {...props}>
          {name ?? t("signals.page.device")}
          <Icon of={ChevronDown} size={14} />
        </Button>
      )}
    >
      {(close) => (
        <>
          <SearchInput value={search} onChange={setSearch} label={t("signals.page.find")} />
          <DeviceChoices
            search={search}
            onChoose={(id, chosen) => {
              close();
              onChoose(id, chosen);
            }}
          />
        </>
      )}
    </Popover>
  );
}

interface DeviceChoicesProps {
  search: string;
  onChoose(id: string, name: string): void;
}

export function DeviceChoices({ search, onChoose }: DeviceChoicesProps) {
  const t = useText();
  const devices = useDeviceChoices(search);
  const list = devices.data?.list ?? [];
  return (
    <ul className={styles.choices} aria-label={t("signals.page.device")}>
      {list.map(({ id, name }) => (
        <li key={id}>
          <Button kind="link" onClick={() => onChoose(id, name)}>
            {name}
          </Button>
        </li>
      ))}
      {devices.data && list.length === 0 && <li className={styles.quiet}>{t("signals.page.none")}</li>}
    </ul>
  );
}
