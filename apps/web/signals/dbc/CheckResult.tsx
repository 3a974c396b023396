import "./dbc-texts.ts";
import type { Reply } from "@canopy/contract/platform/endpoint";
import type { checkDbc } from "@canopy/contract/signals/dbc-check";
import type { ReactNode } from "react";
import { useText } from "../../platform/i18n.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import styles from "./compare.module.css";
import { messageId } from "./dbc-key.ts";
import parts from "./dbc-parts.module.css";

type Result = Reply<typeof checkDbc>["data"];

const percent = (part: number, of: number) => (of === 0 ? "0" : ((part / of) * 100).toFixed(part === of ? 0 : 1));
const idOf = (row: { message_id: number; is_extended: boolean }) =>
  messageId({ id: row.message_id, isExtended: row.is_extended });
/** Significant digits, without floating-point noise. */
const short = (value: number) => String(Number(value.toPrecision(7)));

/** Matches first, then each kind of contradiction with its meaning. */
export function CheckResult({ result }: { result: Result }) {
  const t = useText();
  const { frames, matched_frames, ids, matched_ids, messages, seen_messages, start_time, end_time } = result;
  if (end_time === null) return <EmptyState title={t("signals.check.nothing")} text={t("signals.check.nothingNote")} />;
  const found = [result.unknown, result.lengths, result.outside, result.byte_orders, result.cycles];
  return (
    <section aria-label={t("signals.check.result")} className={styles.check}>
      <p className={parts.quiet}>
        <TimeText at={start_time} /> – <TimeText at={end_time} withZone />
      </p>
      <dl className={styles.figures}>
        <Figure
          name={t("signals.check.frames")}
          value={t("signals.check.percent", { value: percent(matched_frames, frames) })}
        >
          {t("signals.check.of", { part: matched_frames.toLocaleString("en-US"), all: frames.toLocaleString("en-US") })}
        </Figure>
        <Figure name={t("signals.check.ids")} value={t("signals.check.percent", { value: percent(matched_ids, ids) })}>
          {t("signals.check.of", { part: matched_ids, all: ids })}
        </Figure>
        <Figure
          name={t("signals.check.seen")}
          value={t("signals.check.percent", { value: percent(seen_messages, messages) })}
        >
          {t("signals.check.of", { part: seen_messages, all: messages })}
        </Figure>
      </dl>
      {found.every((list) => list.length === 0) && <p>{t("signals.check.fits")}</p>}
      <Part title={t("signals.check.unknown", { count: result.unknown.length })} note={t("signals.check.unknownNote")}>
        {result.unknown.map((row) => (
          <li key={idOf(row)}>
            <span className="mono">{idOf(row)}</span> {t("signals.check.times", { count: row.frames })}
          </li>
        ))}
      </Part>
      <Part title={t("signals.check.lengths", { count: result.lengths.length })} note={t("signals.check.lengthsNote")}>
        {result.lengths.map((row) => (
          <li key={idOf(row)}>
            <span className="mono">{idOf(row)}</span> {row.message}{" "}
            {t("signals.check.length", { expected: row.expected, found: row.found.join(", ") })}
          </li>
        ))}
      </Part>
      <Part title={t("signals.check.outside", { count: result.outside.length })} note={t("signals.check.outsideNote")}>
        {result.outside.map((row) => (
          <li key={`${idOf(row)}/${row.signal}`}>
            <span className="mono">{idOf(row)}</span> {row.message}.{row.signal}{" "}
            {t("signals.check.limits", {
              minimum: short(row.minimum),
              maximum: short(row.maximum),
              lowest: short(row.lowest),
              highest: short(row.highest),
              count: row.count,
              of: row.of,
            })}
          </li>
        ))}
      </Part>
      <Part
        title={t("signals.check.orders", { count: result.byte_orders.length })}
        note={t("signals.check.ordersNote")}
      >
        {result.byte_orders.map((row) => (
          <li key={`${idOf(row)}/${row.signal}`}>
            <span className="mono">{idOf(row)}</span> {row.message}.{row.signal} {t(`signals.order.${row.declared}`)}
          </li>
        ))}
      </Part>
      <Part title={t("signals.check.cycles", { count: result.cycles.length })} note={t("signals.check.cyclesNote")}>
        {result.cycles.map((row) => (
          <li key={idOf(row)}>
            <span className="mono">{idOf(row)}</span> {row.message}{" "}
            {row.found_ms === null
              ? t("signals.check.never", { expected: row.expected_ms })
              : t("signals.check.late", { expected: row.expected_ms, found: short(row.found_ms) })}
          </li>
        ))}
      </Part>
    </section>
  );
}

function Figure({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <strong>{value}</strong> <span className={parts.quiet}>{children}</span>
      </dd>
    </div>
  );
}

function Part({ title, note, children }: { title: string; note: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <details open={children.length <= 12}>
      <summary>{title}</summary>
      <p className={parts.quiet}>{note}</p>
      <ul className={styles.checkRows}>{children}</ul>
    </details>
  );
}
