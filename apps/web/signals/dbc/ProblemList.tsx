import "./dbc-texts.ts";
import "./dbc-problem-texts.ts";
import type { DbcProblem } from "@canopy/can/dbc/parse/problem";
import { useMemo } from "react";
import { useText } from "../../platform/i18n.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import styles from "./import.module.css";
import manager from "./manager.module.css";

const SHOWN = 200;
const LINE_MAX = 160;

interface ProblemListProps {
  problems: readonly DbcProblem[];
  /** The text of the file, for quoting lines. */
  text: string;
  /** Shows the whole list; otherwise it scrolls in a box. */
  isWhole?: boolean;
}

/** DBC-01: every problem with line, column, the quoted line and its meaning. */
export function ProblemList({ problems, text, isWhole }: ProblemListProps) {
  const t = useText();
  const lines = useMemo(() => text.split("\n"), [text]);
  const errorsFirst = problems.toSorted((a, b) => rank(a) - rank(b)).slice(0, SHOWN);
  return (
    <>
      <ol className={styles.problems} data-whole={isWhole} aria-label={t("signals.problems.label")}>
        {errorsFirst.map((problem) => (
          <li key={`${problem.line}/${problem.column}/${problem.code}/${problem.subject}`}>
            <Chip tone={problem.severity === "error" ? "urgent" : "ordinary"}>
              {t(`signals.problems.${problem.severity}`)}
            </Chip>
            <span className={styles.place}>
              {t("signals.problems.place", { line: problem.line, column: problem.column })}
            </span>
            <span className={styles.meaning}>
              {problem.subject !== "" && <code>{problem.subject}</code>} {t(`signals.dbcProblem.${problem.code}`)}
            </span>
            <code className={styles.lineText}>{(lines[problem.line - 1] ?? "").trim().slice(0, LINE_MAX)}</code>
          </li>
        ))}
      </ol>
      {problems.length > SHOWN && (
        <p className={manager.paneNote}>{t("signals.problems.more", { count: problems.length - SHOWN })}</p>
      )}
    </>
  );
}

const rank = ({ severity }: DbcProblem) => (severity === "error" ? 0 : 1);
