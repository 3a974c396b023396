import type { GateReading } from "@canopy/contract/device-link/flash/flash-message";
import { SUPPLY_V } from "@canopy/contract/device-link/flash/flash-order";
import { gateName } from "@canopy/contract/devices/flash-texts";
import type { FlashRunRow } from "@canopy/contract/diagnosis/flashing/runs";
import { Check, CircleHelp, X } from "lucide-react";
import { UNKNOWN } from "../../platform/formats.ts";
import { useLanguage, useText } from "../../platform/i18n.ts";
import { Card } from "../../ui/Card.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import "./flash-texts.ts";
import styles from "./flashing.module.css";

/** Judged on the terminal; unknown or older than 2 s is not met, and nobody can pass it by. */
export function GatesCard({ run }: { run: FlashRunRow }) {
  const t = useText();
  const { gates, gates_time } = run;
  const met = gates?.filter(({ reason }) => reason === null).length ?? 0;
  return (
    <Card title={t("diagnosis.flash.gatesTitle")} aside={gates_time !== null && <RelativeTime at={gates_time} />}>
      {gates === null ? (
        <p className={styles.quiet}>{t("diagnosis.flash.gatesNone")}</p>
      ) : (
        <>
          <table className={styles.gates}>
            <thead>
              <tr>
                <th scope="col">{t("diagnosis.flash.gate")}</th>
                <th scope="col">{t("diagnosis.flash.wanted")}</th>
                <th scope="col">{t("diagnosis.flash.now")}</th>
                <th scope="col">{t("diagnosis.flash.age")}</th>
              </tr>
            </thead>
            <tbody>
              {gates.map((gate) => (
                <GateRow key={gate.name} gate={gate} supply={SUPPLY_V[run.nominal_v]} />
              ))}
            </tbody>
          </table>
          <p className={styles.verdict} data-met={met === gates.length}>
            {met === gates.length
              ? t("diagnosis.flash.gatesMet", { met })
              : t("diagnosis.flash.gatesUnmet", { unmet: gates.length - met })}
          </p>
        </>
      )}
    </Card>
  );
}

function GateRow({ gate, supply }: { gate: GateReading; supply: { least: number; most: number } }) {
  const t = useText();
  const language = useLanguage();
  const { name, reason, value, age_ms } = gate;
  const icon = reason === null ? Check : reason === "false" ? X : CircleHelp;
  const said = reason === null ? value || t("diagnosis.flash.reason.met") : t(`diagnosis.flash.reason.${reason}`);
  return (
    <tr data-gate={name} data-reason={reason ?? "met"}>
      <th scope="row">
        <Icon of={icon} size={14} /> {gateName(name, language)}
      </th>
      <td>{t(`diagnosis.flash.wanted.${name}`, supply)}</td>
      <td>
        {said}
        {reason !== null && value !== "" && <span className={styles.quiet}> {value}</span>}
      </td>
      <td>{age_ms === null ? UNKNOWN : `${(age_ms / 1000).toFixed(1)} s`}</td>
    </tr>
  );
}
