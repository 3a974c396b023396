import { DTC_STATUS_BITS } from "@canopy/can/uds/dtc";
import type { DtcSeverityName } from "@canopy/contract/diagnosis/dtc-csv";
import { Fragment } from "react";
import { UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { spaced } from "../hex.ts";
import styles from "./desk.module.css";
import "./desk-texts.ts";
import type { DtcReport } from "./dtc-rows.ts";
import { Scroll } from "./Scroll.tsx";

interface DtcTableProps {
  report: DtcReport;
  nameOf(code: string): string;
  severityOf(code: string): DtcSeverityName | null | undefined;
}

/** UDS-02: eight status bits by name; those that the ECU does not support are a dot. */
export function DtcTable({ report, nameOf, severityOf }: DtcTableProps) {
  const t = useText();
  return (
    <Scroll>
      <table className={styles.table} aria-label={t("diagnosis.dtc.label")}>
        <thead>
          <tr>
            <th scope="col">{t("diagnosis.dtc.code")}</th>
            <th scope="col">{t("diagnosis.dtc.name")}</th>
            {DTC_STATUS_BITS.map((bit) => (
              <th key={bit} scope="col" className={styles.bit}>
                <abbr title={t(`diagnosis.bit.${bit}`)}>{t(`diagnosis.bit.${bit}Short`)}</abbr>
              </th>
            ))}
            <th scope="col">{t("diagnosis.dtc.severity")}</th>
          </tr>
        </thead>
        <tbody>
          {report.rows.map(({ dtc, code, status, snapshot, extended }) => {
            const severity = severityOf(code);
            return (
              <Fragment key={dtc}>
                <tr>
                  <td>
                    <code>{code}</code>
                  </td>
                  <td>{nameOf(code) || UNKNOWN}</td>
                  {DTC_STATUS_BITS.map((bit, at) => (
                    <td key={bit} className={styles.bit}>
                      <Bit
                        isSupported={(report.mask & (1 << at)) !== 0}
                        isSet={(status & (1 << at)) !== 0}
                        name={t(`diagnosis.bit.${bit}`)}
                      />
                    </td>
                  ))}
                  <td>{severity ? t(`diagnosis.dtc.severity.${severity}`) : UNKNOWN}</td>
                </tr>
                {(snapshot ?? extended) !== undefined && (
                  <tr className={styles.records}>
                    <td colSpan={3 + DTC_STATUS_BITS.length}>
                      {snapshot !== undefined && (
                        <p>
                          {t("diagnosis.dtc.snapshot")} <code>{spaced(snapshot)}</code>
                        </p>
                      )}
                      {extended !== undefined && (
                        <p>
                          {t("diagnosis.dtc.extended")} <code>{spaced(extended)}</code>
                        </p>
                      )}
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </Scroll>
  );
}

function Bit({ isSupported, isSet, name }: { isSupported: boolean; isSet: boolean; name: string }) {
  const t = useText();
  const state = isSupported ? (isSet ? "set" : "clear") : "unsupported";
  const label = t(`diagnosis.bit.${state}`, { name });
  return (
    <span role="img" aria-label={label} title={label} data-bit={state}>
      {isSupported ? (isSet ? "■" : "□") : "·"}
    </span>
  );
}
