import type { RuleScope } from "@canopy/contract/alarms/rule-content";
import type { Thing } from "@canopy/contract/devices/thing";
import type { ThingFilters } from "@canopy/contract/devices/thing-filters";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { deviceQuery } from "../../devices/device-query.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Popover } from "../../ui/float/Popover.tsx";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { deviceChoicesQuery } from "../device-choices.ts";
import styles from "./back-test.module.css";
import "../texts.ts";

interface TestedDeviceProps {
  /** The device that the editor was opened from. */
  device: Thing;
  scope: RuleScope;
  tested: string;
  onChoose(thingsId: string): void;
}

/** TRG-07: on which of the rule's devices it is tested. */
export function TestedDevice({ device, scope, tested, onChoose }: TestedDeviceProps) {
  const t = useText();
  const isOther = tested !== device.id;
  const other = useQuery({ ...deviceQuery(tested), enabled: isOther, refetchInterval: false }).data;
  const name = isOther ? other?.name : device.name;
  return (
    <span className={styles.on}>
      {t("alarms.test.on")}
      <Popover
        label={t("alarms.test.device")}
        trigger={(props) => (
          <Button {...props} aria-label={`${t("alarms.test.device")}: ${name ?? "…"}`}>
            <bdi>{name ?? "…"}</bdi>
            <Icon of={ChevronDown} size={14} />
          </Button>
        )}
      >
        {(close) => (
          <Choices
            scope={scope}
            onChoose={(thingsId) => {
              close();
              onChoose(thingsId);
            }}
          />
        )}
      </Popover>
    </span>
  );
}

function Choices({ scope, onChoose }: Pick<TestedDeviceProps, "scope" | "onChoose">) {
  const t = useText();
  const [search, setSearch] = useState("");
  const { data } = useQuery(deviceChoicesQuery(search, filtersOf(scope)));
  return (
    <>
      <SearchInput value={search} onChange={setSearch} label={t("alarms.centre.findDevice")} />
      <ul className={styles.choices} aria-label={t("alarms.test.device")}>
        {data?.list.map(({ id, name }) => (
          <li key={id}>
            <Button kind="link" onClick={() => onChoose(id)}>
              {name}
            </Button>
          </li>
        ))}
        {data?.list.length === 0 && <li className={styles.hint}>{t("alarms.test.noDevice")}</li>}
      </ul>
    </>
  );
}

function filtersOf(scope: RuleScope): ThingFilters {
  if (scope.kind === "label") return { label_ids: [scope.id] };
  return scope.kind === "type" ? { info_model_id: scope.id } : {};
}
