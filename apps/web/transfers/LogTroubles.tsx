import { formatNumber } from "../platform/formats.ts";
import { useText } from "../platform/i18n.ts";
import { Banner } from "../ui/Banner.tsx";
import type { LocalLogFacts } from "./local-log.ts";
import "./texts.ts";

/** What could not be read of a log; the rest is there. */
export function LogTroubles({ facts }: { facts: LocalLogFacts }) {
  const t = useText();
  return (
    <>
      {facts.problemCount > 0 && (
        <Banner level="ordinary">
          {t("transfers.import.problems", { count: formatNumber(facts.problemCount) })}{" "}
          {facts.problems[0]?.line !== undefined &&
            t("transfers.import.problemInLine", { line: facts.problems[0].line, code: facts.problems[0].code })}
        </Banner>
      )}
      {facts.isCut && (
        <Banner level="ordinary">{t("transfers.local.cut", { count: formatNumber(facts.frames) })}</Banner>
      )}
    </>
  );
}
