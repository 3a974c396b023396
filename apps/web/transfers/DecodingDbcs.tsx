import { channelName } from "@canopy/contract/device-link/channels";
import { MAX_DECODING_DBCS } from "@canopy/contract/transfers/downloads";
import { useId, useState } from "react";
import { useText } from "../platform/i18n.ts";
import { ownFirst, useOwnBindings } from "../signals/choose/own-dbcs.ts";
import { useDbcFiles } from "../signals/dbc/dbc-library.ts";
import { Checkbox } from "../ui/form/Checkbox.tsx";
import { Banner } from "../ui/marks/Banner.tsx";
import styles from "./transfers.module.css";

/** Until somebody chooses, those that are bound to the device. */
export function useDecodingDbcs(thingsId: string, first?: readonly string[]) {
  const [chosen, setChosen] = useState<readonly string[] | undefined>(first?.slice(0, MAX_DECODING_DBCS));
  const bound = useOwnBindings(thingsId) ?? [];
  const own = [...new Set(bound.map(({ dbc_id }) => dbc_id))].slice(0, MAX_DECODING_DBCS);
  return [chosen ?? own, setChosen] as const;
}

interface DecodingDbcsProps {
  thingsId: string;
  /** In the order in which they are asked. */
  chosen: readonly string[];
  onChange(dbcIds: readonly string[]): void;
}

/** The DBCs of a decoded download: each decodes the channels it is bound to, then messages unknown to the others. */
export function DecodingDbcs({ thingsId, chosen, onChange }: DecodingDbcsProps) {
  const t = useText();
  const hintId = useId();
  const { data: files } = useDbcFiles();
  const bindings = useOwnBindings(thingsId);
  if (files === undefined || bindings === undefined) return null;
  if (files.length === 0) return <Banner level="tip">{t("transfers.download.noDbc")}</Banner>;
  const channelsOf = (dbcId: string) =>
    [...new Set(bindings.filter((one) => one.dbc_id === dbcId).map(({ channel }) => channel))]
      .sort((a, b) => a - b)
      .map(channelName);
  const isFull = chosen.length >= MAX_DECODING_DBCS;
  return (
    <fieldset className={styles.dbcs} aria-describedby={hintId}>
      <legend>{t("transfers.download.dbcs")}</legend>
      <ul>
        {ownFirst(files, bindings, 0).map(({ dbc_id, name }) => (
          <li key={dbc_id}>
            <Checkbox
              checked={chosen.includes(dbc_id)}
              disabled={isFull && !chosen.includes(dbc_id)}
              onChange={(isChosen) =>
                onChange(isChosen ? [...chosen, dbc_id] : chosen.filter((other) => other !== dbc_id))
              }
            >
              {name}
            </Checkbox>
            <span className={styles.bound}>{channelsOf(dbc_id).join(", ")}</span>
          </li>
        ))}
      </ul>
      <p id={hintId}>{t("transfers.download.decodedHint")}</p>
    </fieldset>
  );
}
