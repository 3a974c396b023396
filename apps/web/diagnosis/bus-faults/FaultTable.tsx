import { channelName } from "@canopy/contract/device-link/channels";
import type { BusFault } from "@canopy/contract/diagnosis/bus-faults";
import { UNKNOWN } from "../../platform/formats.ts";
import { useLanguage, useText } from "../../platform/i18n.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import "../codes/code-texts.ts";
import styles from "../desk/desk.module.css";
import { Scroll } from "../desk/Scroll.tsx";
import "./bus-fault-texts.ts";
import { codeText, nameOf, senderName } from "./fault-words.ts";

const keyOf = ({ things_id, channel, protocol, source, list, code }: BusFault) =>
  [things_id, channel, protocol, source, list, code].join("/");

/** UDS-06: those that hold first, then those that are over, the newest first. */
export function FaultTable({ faults, withDevice }: { faults: readonly BusFault[]; withDevice: boolean }) {
  const t = useText();
  return (
    <Scroll>
      <table className={styles.table} aria-label={t("diagnosis.bus.label")}>
        <thead>
          <tr>
            <th scope="col">{t("diagnosis.bus.code")}</th>
            <th scope="col">{t("diagnosis.bus.name")}</th>
            <th scope="col">{t("diagnosis.bus.state")}</th>
            <th scope="col">{t("diagnosis.bus.source")}</th>
            <th scope="col">{t("diagnosis.bus.first")}</th>
            <th scope="col">{t("diagnosis.bus.last")}</th>
            <th scope="col">{t("diagnosis.bus.count")}</th>
            <th scope="col">{t("diagnosis.bus.severity")}</th>
          </tr>
        </thead>
        <tbody>
          {faults.map((fault) => (
            <FaultRow key={keyOf(fault)} fault={fault} withDevice={withDevice} />
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function FaultRow({ fault, withDevice }: { fault: BusFault; withDevice: boolean }) {
  const t = useText();
  const language = useLanguage();
  const { is_current, list, severity } = fault;
  const place = `${withDevice ? `${fault.device_name} ` : ""}${channelName(fault.channel)}`;
  const tone = is_current && list !== "previous" ? (severity === "high" ? "urgent" : "ordinary") : "neutral";
  return (
    <tr data-current={is_current}>
      <td>
        <code>{codeText(fault)}</code>
      </td>
      <td>{nameOf(fault, t, language) || UNKNOWN}</td>
      <td>
        <Chip tone={tone}>
          {is_current
            ? t(`diagnosis.bus.list.${list}`)
            : `${t(`diagnosis.bus.list.${list}`)} · ${t("diagnosis.bus.over")}`}
        </Chip>
      </td>
      <td>
        <bdi>{place}</bdi> · {senderName(fault, t)}
      </td>
      <td>
        <TimeText at={Number(fault.first_time) / 1000} />
      </td>
      <td>
        <TimeText at={Number(fault.last_time) / 1000} />
      </td>
      <td>{fault.occurrences ?? UNKNOWN}</td>
      <td>{severity ? t(`diagnosis.codes.severity.${severity}`) : UNKNOWN}</td>
    </tr>
  );
}
