import type { CheckHistory } from "@canopy/contract/tests/runs";
import type { TestCheck } from "@canopy/contract/tests/scripts";
import { CircleCheck, CircleHelp, CircleX } from "lucide-react";
import { formatNumber, UNKNOWN } from "../../platform/formats.ts";
import { type Translate, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import styles from "../tests.module.css";
import { CheckBars } from "./CheckBars.tsx";
import "../texts.ts";

const KINDS = ["within", "cycle", "responseTime", "counter", "checksum", "check"] as const;

/** The helper in words; a kind of a later version by its name. */
export function kindText(t: Translate, kind: string): string {
  const known = KINDS.find((one) => one === kind);
  return known === undefined ? kind : t(`tests.kind.${known}`);
}

export function Outcome({ outcome }: { outcome: TestCheck["outcome"] }) {
  const t = useText();
  const icon = { passed: CircleCheck, failed: CircleX, noData: CircleHelp }[outcome];
  return (
    <span className={styles.outcome} data-outcome={outcome}>
      <Icon of={icon} size={14} />
      {t(`tests.check.${outcome}`)}
    </span>
  );
}

interface CheckTableProps {
  checks: readonly TestCheck[];
  thingsId: string;
  /** Absent where there is nothing to show beside. */
  onShow?: ((check: TestCheck) => void) | undefined;
  /** Of each check in earlier runs; absent where there are none. */
  earlier?: { readonly list: readonly CheckHistory[]; readonly runId: string; onRun(runId: string): void } | undefined;
}

/** Each line with what it asked for, what was measured, and the moment on the bus where it was worst. */
export function CheckTable({ checks, thingsId, onShow, earlier }: CheckTableProps) {
  const t = useText();
  return (
    <div className={styles.scroll}>
      <table className={styles.checks}>
        <thead>
          <tr>
            <th>{t("tests.check.outcome")}</th>
            <th>{t("tests.check.kind")}</th>
            <th>{t("tests.check.subject")}</th>
            <th>{t("tests.check.requirement")}</th>
            <th className={styles.number}>{t("tests.check.measured")}</th>
            <th>{t("tests.check.moment")}</th>
            {earlier && <th>{t("tests.check.bars")}</th>}
          </tr>
        </thead>
        <tbody>
          {checks.map((check, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a check is its place in the report
            <tr key={at} data-outcome={check.outcome}>
              <td>
                <Outcome outcome={check.outcome} />
              </td>
              <td>{kindText(t, check.kind)}</td>
              <td>
                {onShow ? (
                  <Button
                    kind="link"
                    title={t("tests.run.show", { subject: check.subject })}
                    onClick={() => onShow(check)}
                  >
                    {check.subject}
                  </Button>
                ) : (
                  check.subject
                )}
              </td>
              <td>{check.requirement || UNKNOWN}</td>
              <td className={styles.number}>{check.measured === null ? UNKNOWN : formatNumber(check.measured)}</td>
              <td>{check.at_time === null ? UNKNOWN : <TimeText at={check.at_time} of={thingsId} precision="ms" />}</td>
              {earlier && (
                <td className={styles.bars}>
                  <Bars check={check} history={earlier.list[at]} earlier={earlier} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface BarsProps {
  check: TestCheck;
  history: CheckHistory | undefined;
  earlier: NonNullable<CheckTableProps["earlier"]>;
}

/** A single run has nothing to be held against, and what measures nothing has no bars. */
function Bars({ check, history, earlier: { runId, onRun } }: BarsProps) {
  const isKnown = history?.runs.some(({ measured }) => measured !== null) === true && history.runs.length > 1;
  return isKnown ? <CheckBars subject={check.subject} history={history} runId={runId} onRun={onRun} /> : null;
}
