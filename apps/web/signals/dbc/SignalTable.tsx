import "../dbc-edit/edit-texts.ts";
import "./dbc-texts.ts";
import type { Message, Signal } from "@canopy/can/dbc/model";
import { useText } from "../../platform/i18n.ts";
import { colourOf } from "../dbc-edit/byte-grid.ts";
import { rangesText } from "../dbc-edit/signal-edits.ts";
import parts from "./dbc-parts.module.css";
import styles from "./message.module.css";

interface SignalTableProps {
  message: Message;
  chosen: string | undefined;
  onChoose(signal: string): void;
}

/** Every signal of a message, of all branches. */
export function SignalTable({ message, chosen, onChoose }: SignalTableProps) {
  const t = useText();
  const isMultiplexed = message.signals.some(({ multiplexed, isMultiplexor }) => multiplexed || isMultiplexor);
  return (
    <div className={styles.tableBox}>
      <table className={styles.table} aria-label={t("signals.table.label", { message: message.name })}>
        <thead>
          <tr>
            <th>{t("signals.table.name")}</th>
            <th className={styles.number}>{t("signals.table.start")}</th>
            <th className={styles.number}>{t("signals.table.length")}</th>
            <th>{t("signals.edit.order")}</th>
            <th>{t("signals.edit.sign")}</th>
            <th className={styles.number}>{t("signals.edit.factor")}</th>
            <th className={styles.number}>{t("signals.edit.offset")}</th>
            <th className={styles.number}>{t("signals.table.range")}</th>
            <th>{t("signals.edit.unit")}</th>
            {isMultiplexed && <th>{t("signals.edit.multiplexing")}</th>}
            <th>{t("signals.edit.comment")}</th>
          </tr>
        </thead>
        <tbody>
          {message.signals.map((signal) => (
            <tr key={signal.name} aria-selected={signal.name === chosen}>
              <td>
                <button type="button" className={styles.signalName} onClick={() => onChoose(signal.name)}>
                  <span className={parts.swatch} style={{ background: `var(--signal-${colourOf(message, signal)})` }} />
                  {signal.name}
                </button>
              </td>
              <td className={styles.number}>{signal.startBit}</td>
              <td className={styles.number}>{signal.length}</td>
              <td>{t(`signals.order.${signal.byteOrder}`)}</td>
              <td>
                {signal.valueType === "integer"
                  ? t(signal.isSigned ? "signals.table.signed" : "signals.table.unsigned")
                  : t(`signals.type.${signal.valueType}`)}
              </td>
              <td className={styles.number}>{signal.factor}</td>
              <td className={styles.number}>{signal.offset}</td>
              <td className={styles.number}>{rangeOf(signal)}</td>
              <td>
                {signal.values.length > 0 ? t("signals.table.states", { count: signal.values.length }) : signal.unit}
              </td>
              {isMultiplexed && <td className="mono">{multiplexingOf(signal)}</td>}
              <td className={styles.comment} title={signal.comment ?? undefined}>
                {signal.comment}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const rangeOf = ({ minimum, maximum }: Signal) => (minimum === 0 && maximum === 0 ? "" : `${minimum} … ${maximum}`);

function multiplexingOf({ multiplexed, isMultiplexor }: Signal): string {
  const depends = multiplexed ? `${multiplexed.selector} = ${rangesText(multiplexed.ranges)}` : "";
  return [isMultiplexor ? "M" : "", depends].filter(Boolean).join(" · ");
}
