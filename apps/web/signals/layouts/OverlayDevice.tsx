import "./layout-texts.ts";
import { listThings } from "@canopy/contract/devices/things";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { withPresent } from "../../devices/fleet/present-choice.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { Select } from "../../ui/form/Select.tsx";
import layout from "../../ui/layout.module.css";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import "../curves/curve-texts.ts";

export interface NamedDevice {
  readonly id: string;
  readonly name: string;
}

interface OverlayDeviceProps {
  /** The device of the page, which comes first. */
  own: NamedDevice;
  chosen: NamedDevice;
  onChoose(device: NamedDevice): void;
}

/** Devices not among these are found by a part of their name or ID. */
const SHOWN = 25;

/** Whose drive is laid over this one. */
export function OverlayDevice({ own, chosen, onChoose }: OverlayDeviceProps) {
  const t = useText();
  const [search, setSearch] = useState("");
  const filters = JSON.stringify(search ? { keyword: search } : {});
  const asked = { page_size: SHOWN, order_param: "name", order_type: 0, filters } as const;
  const { data, error } = useQuery({
    queryKey: [listThings.name, asked],
    queryFn: ({ signal }) => api(listThings, { query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
  const others = (data?.list ?? []).filter(({ id }) => id !== own.id);
  const options = [own, ...others].map(({ id, name }) => ({ value: id, label: name }));
  const more = (data?.pagination.total_size ?? 0) - (data?.list.length ?? 0);
  return (
    <>
      {(search !== "" || more > 0) && (
        <SearchInput value={search} onChange={setSearch} label={t("signals.page.find")} />
      )}
      <Field label={t("signals.page.device")}>
        {(control) => (
          <Select<string>
            {...control}
            options={withPresent(options, chosen.id, chosen.name)}
            value={chosen.id}
            onChange={(id) => onChoose([chosen, own, ...others].find((one) => one.id === id) ?? own)}
          />
        )}
      </Field>
      {more > 0 && <p className={layout.note}>{t("signals.overlay.more", { count: formatNumber(more) })}</p>}
      <FormAlert text={error ? troubleOf(error).text : undefined} />
    </>
  );
}
