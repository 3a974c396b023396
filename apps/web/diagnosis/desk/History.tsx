import type { EcuDefinitions } from "@canopy/can/uds/definitions/model";
import { negativeText, outcomeText } from "@canopy/contract/diagnosis/outcome-texts";
import { formatNumber } from "../../platform/formats.ts";
import { type Translate, useLanguage, useText } from "../../platform/i18n.ts";
import { Card } from "../../ui/Card.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import { spaced } from "../hex.ts";
import styles from "./desk.module.css";
import "../definitions/definition-texts.ts";
import "./desk-texts.ts";
import { type Exchange, refusalOf } from "./exchanges.ts";
import { explainAnswer } from "./explain.ts";
import { Scroll } from "./Scroll.tsx";

interface HistoryProps {
  exchanges: readonly Exchange[];
  chosen: string | undefined;
  onChoose(key: string): void;
  definitions: EcuDefinitions | undefined;
}

const SHOWN = 200;
const BYTES_SHOWN = 12;

/** Newest first; times are the terminal's. */
export function History({ exchanges, chosen, onChoose, definitions }: HistoryProps) {
  const t = useText();
  const language = useLanguage();
  const rows = exchanges.slice(-SHOWN).reverse();
  return (
    <Card
      title={t("diagnosis.history.title", { count: exchanges.length })}
      aside={<span className={styles.quiet}>{t("diagnosis.history.terminal")}</span>}
    >
      {rows.length === 0 && <p className={styles.quiet}>{t("diagnosis.history.empty")}</p>}
      {rows.length > 0 && (
        <Scroll>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t("diagnosis.history.time")}</th>
                <th scope="col">{t("diagnosis.history.request")}</th>
                <th scope="col">{t("diagnosis.history.answer")}</th>
                <th scope="col">{t("diagnosis.history.meaning")}</th>
                <th scope="col">{t("diagnosis.history.ms")}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((exchange) => (
                <tr key={exchange.key} data-chosen={exchange.key === chosen}>
                  <td>
                    <button type="button" className={styles.choose} onClick={() => onChoose(exchange.key)}>
                      <TimeText at={exchange.request.time_us / 1000} of={null} precision="ms" />
                    </button>
                  </td>
                  <td>
                    <code>{short(exchange.request.data)}</code>
                  </td>
                  <td>
                    <code>{short(exchange.answer?.data ?? "")}</code>
                    {exchange.others.length > 0 && ` +${exchange.others.length}`}
                  </td>
                  <td>{meaningOf(exchange, { t, language, definitions })}</td>
                  <td>{exchange.tookMs === undefined ? "" : formatNumber(Math.round(exchange.tookMs))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Card>
  );
}

function short(hex: string): string {
  const shown = spaced(hex.slice(0, 2 * BYTES_SHOWN));
  return hex.length > 2 * BYTES_SHOWN ? `${shown} … ${hex.length / 2}` : shown;
}

interface Reading {
  readonly t: Translate;
  readonly language: "zh" | "en";
  readonly definitions: EcuDefinitions | undefined;
}

/** One line: what the answer says. */
export function meaningOf(exchange: Exchange, { t, language, definitions }: Reading): string {
  const { answer, pendings } = exchange;
  if (!answer)
    return pendings > 0 ? t("diagnosis.history.pending", { count: pendings }) : t("diagnosis.answer.awaited");
  const code = refusalOf(exchange);
  if (code !== undefined) return negativeText(code, language).cause;
  if (answer.kind === "fault") return outcomeText(answer.fault ?? "", language).cause;
  if (answer.kind === "silent") return t("diagnosis.answer.silent");
  const parts = explainAnswer(answer.data, definitions);
  const values = parts.filter(({ text }) => text === "diagnosis.defs.value");
  const shown = values.length > 0 ? values : parts.slice(-1);
  return shown.map(({ text, values: given }) => t(text, given)).join(" · ");
}
