import { formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Banner } from "../ui/marks/Banner.tsx";
import type { LocalLogFacts } from "./local-log.ts";
import { problemText } from "./problem-text.ts";
import "./texts.ts";

/** The unreadable parts of a log; the rest is loaded. */
export function LogTroubles({ facts }: { facts: LocalLogFacts }) {
  const t = useText();
  const [first] = facts.problems;
  return (
    <>
      {facts.problemCount > 0 && (
        <Banner level="ordinary">
          {t("transfers.import.problems", { count: formatNumber(facts.problemCount) })}{" "}
          {first?.line !== undefined &&
            t("transfers.import.problemInLine", { line: first.line, problem: problemText(t, first.code) })}
        </Banner>
      )}
      {facts.isCut && (
        <Banner level="ordinary">{t("transfers.local.cut", { count: formatNumber(facts.frames) })}</Banner>
      )}
    </>
  );
}
