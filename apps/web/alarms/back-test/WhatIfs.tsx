import type { RuleDraft } from "@canopy/contract/alarms/rule-content";
import { useQuery } from "@tanstack/react-query";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import styles from "../editor/editor.module.css";
import { backTestQuery } from "./back-test-query.ts";
import { type WhatIf, whatIfs } from "./what-if.ts";
import "../texts.ts";

interface WhatIfsProps {
  thingsId: string;
  span: TimeSpan;
  draft: RuleDraft;
  onTry(changes: WhatIf["changes"]): void;
}

/** TRG-07: how often the rule would have fired with another limit or time; a click takes it. */
export function WhatIfs({ thingsId, span, draft, onTry }: WhatIfsProps) {
  const t = useText();
  return (
    <div className={styles.tries}>
      <span>{t("alarms.whatIf.title")}</span>
      {whatIfs(draft).map((one) => (
        <Try key={`${one.key} ${one.to}`} of={one} {...{ thingsId, span, draft, onTry }} />
      ))}
    </div>
  );
}

function Try({ of, thingsId, span, draft, onTry }: WhatIfsProps & { of: WhatIf }) {
  const t = useText();
  const { data } = useQuery(backTestQuery(thingsId, span, { ...draft, ...of.changes }));
  return (
    <Button onClick={() => onTry(of.changes)}>
      {t(`alarms.whatIf.${of.key}`, { to: of.to })} → {data ? `${data.fired}×` : "…"}
    </Button>
  );
}
