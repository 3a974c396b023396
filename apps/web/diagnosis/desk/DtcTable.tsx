import type { EcuDefinitions } from "@canopy/can/uds/definitions/model";
import { DTC_STATUS_BITS } from "@canopy/can/uds/dtc";
import type { DtcSeverityName } from "@canopy/contract/diagnosis/dtc-csv";
import { Fragment } from "react";
import { UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { namedSnapshots } from "../definitions/defined-values.ts";
import "../definitions/definition-texts.ts";
import { spaced } from "../hex.ts";
import styles from "./desk.module.css";
import "./desk-texts.ts";
import type { DtcReport } from "./dtc-rows.ts";
import { Scroll } from "./Scroll.tsx";

interface DtcTableProps {
  report: DtcReport;
  nameOf(code: string): string;
  severityOf(code: string): DtcSeverityName | null | undefined;
  definitions: EcuDefinitions | undefined;
  /** To the curves of the vehicle at that time. */
  onCurve(): void;
}

/** UDS-02: eight status bits by name; those that the ECU does not support are a dot. */
export function DtcTable({ report, nameOf, severityOf, definitions, onCurve }: DtcTableProps) {
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
                        <Snapshot hex={snapshot} definitions={definitions} onCurve={onCurve} />
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

/** By name where every length is defined, else as bytes. */
function Snapshot({ hex, definitions, onCurve }: { hex: string } & Pick<DtcTableProps, "definitions" | "onCurve">) {
  const t = useText();
  const records = namedSnapshots(definitions, hex);
  if (!records)
    return (
      <p>
        {t("diagnosis.dtc.snapshot")} <code>{spaced(hex)}</code>
      </p>
    );
  return records.map(({ record, values }) => (
    <p key={record}>
      {t("diagnosis.dtc.snapshot")} {t("diagnosis.defs.record", { record: record.toString(16).padStart(2, "0") })}
      {values.map(({ name, value }) => (
        <button key={name} type="button" className={styles.choose} title={t("diagnosis.defs.curve")} onClick={onCurve}>
          {` · ${t("diagnosis.defs.value", { name, value })}`}
        </button>
      ))}
    </p>
  ));
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
