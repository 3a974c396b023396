import { useQuery } from "@tanstack/react-query";
import { ChevronDown, Tag } from "lucide-react";
import { useState } from "react";
import { labelsQuery } from "../../devices/details/overview-query.ts";
import { deviceQuery } from "../../devices/device-query.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Popover } from "../../ui/float/Popover.tsx";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { deviceChoicesQuery } from "../device-choices.ts";
import styles from "./centre.module.css";
import "../texts.ts";

interface DeviceFilterProps {
  device: string;
  label: string;
  onChoose(chosen: { device: string; label: string }): void;
}

/** One device, or the devices of a label. */
export function DeviceFilter({ device, label, onChoose }: DeviceFilterProps) {
  const t = useText();
  const [search, setSearch] = useState("");
  const named = useQuery({ ...deviceQuery(device), enabled: device !== "", refetchInterval: false }).data?.name;
  const labels = useQuery(labelsQuery).data ?? [];
  const name = device !== "" ? named : labels.find(({ id }) => id === label)?.name;
  return (
    <Popover
      label={t("alarms.centre.devices")}
      trigger={(props) => (
        <Button {...props}>
          {device === "" && label === "" ? t("alarms.centre.devices") : (name ?? "…")}
          <Icon of={ChevronDown} size={14} />
        </Button>
      )}
    >
      {(close) => (
        <Choices
          search={search}
          onSearch={setSearch}
          labels={labels}
          onChoose={(chosen) => {
            close();
            onChoose({ device: "", label: "", ...chosen });
          }}
        />
      )}
    </Popover>
  );
}

interface ChoicesProps {
  search: string;
  onSearch(text: string): void;
  labels: readonly { id: string; name: string }[];
  onChoose(chosen: { device?: string; label?: string }): void;
}

function Choices({ search, onSearch, labels, onChoose }: ChoicesProps) {
  const t = useText();
  const devices = useQuery(deviceChoicesQuery(search));
  const isFound = ({ name }: { name: string }) => name.toLowerCase().includes(search.trim().toLowerCase());
  return (
    <>
      <SearchInput value={search} onChange={onSearch} label={t("alarms.centre.findDevice")} />
      <ul className={styles.choices} aria-label={t("alarms.centre.devices")}>
        <li>
          <Button kind="link" onClick={() => onChoose({})}>
            {t("alarms.scope.all")}
          </Button>
        </li>
        {labels.filter(isFound).map(({ id, name }) => (
          <li key={id}>
            <Icon of={Tag} size={12} />
            <Button kind="link" onClick={() => onChoose({ label: id })}>
              {name}
            </Button>
          </li>
        ))}
        {devices.data?.list.map(({ id, name }) => (
          <li key={id}>
            <Button kind="link" onClick={() => onChoose({ device: id })}>
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
