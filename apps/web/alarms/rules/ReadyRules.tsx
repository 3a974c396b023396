import { ruleDraft } from "@canopy/contract/alarms/rule-content";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { LevelMark } from "../../ui/marks/LevelMark.tsx";
import { backTestQuery } from "../back-test/back-test-query.ts";
import { lastHours } from "../back-test/test-range.ts";
import { watchText } from "../rule-words.ts";
import { READY_KEYS, READY_RULES, type ReadyKey, readyName } from "./ready-rules.ts";
import styles from "./rules.module.css";
import "../texts.ts";

interface ReadyRulesProps {
  /** Whose last day tests them. */
  thingsId: string | undefined;
  denied: string | undefined;
  onChoose(key: ReadyKey): void;
}

const TESTED_HOURS = 24;

/** TRG-01: rules to start from, each with how often it would have fired. */
export function ReadyRules({ thingsId, denied, onChoose }: ReadyRulesProps) {
  const t = useText();
  return (
    <ul className={styles.ready} aria-label={t("alarms.ready.title")}>
      {READY_KEYS.map((key) => {
        const draft = ruleDraft.parse(READY_RULES[key]);
        return (
          <li key={key}>
            <LevelMark level={READY_RULES[key].level} compact />
            <strong>{readyName(key)}</strong>
            <span>{watchText(draft)}</span>
            {thingsId && <Tested thingsId={thingsId} ready={key} />}
            <Button denied={denied} onClick={() => onChoose(key)}>
              {t("alarms.ready.use")}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function Tested({ thingsId, ready }: { thingsId: string; ready: ReadyKey }) {
  const t = useText();
  const [nowMs] = useState(Date.now);
  const { data } = useQuery(
    backTestQuery(thingsId, lastHours(TESTED_HOURS, nowMs), ruleDraft.parse(READY_RULES[ready])),
  );
  // A test that fails says so in the editor; here it would only be in the way.
  return <em>{data ? t("alarms.ready.tested", { count: data.fired }) : "\u00a0"}</em>;
}
