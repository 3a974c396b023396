import type { RuleDraft, RuleScope } from "@canopy/contract/alarms/rule-content";
import { cancelAlarmSearch, startAlarmSearch } from "@canopy/contract/alarms/search";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import type { TimeSpan } from "../../ui/time/timeline.ts";
import styles from "../alarms.module.css";
import { clockText } from "../centre/event-words.ts";
import { isRunning, SEARCH_KEY, searchQuery } from "../search/search-queries.ts";
import { useToldText } from "./TestResult.tsx";
import "../texts.ts";

interface FleetTestProps {
  scope: RuleScope;
  draft: RuleDraft;
  span: TimeSpan;
  /** Shows the test of one of them. */
  onChoose(thingsId: string): void;
}

/** TRG-07: the rule over the devices of its label or type, as a task: rows come as they are found. */
export function FleetTest({ scope, draft, span, onChoose }: FleetTestProps) {
  const t = useText();
  const told = useToldText();
  const client = useQueryClient();
  // A test of other conditions or another range is no longer that of this rule.
  const of = JSON.stringify([scope, draft, span]);
  const [started, setStarted] = useState<{ id: string; of: string }>();
  const id = started?.of === of ? started.id : "";
  const { data } = useQuery(searchQuery(id));
  const start = useMutation({
    mutationFn: async () => {
      const actions = draft.actions.map(({ kind, every_min }) => ({ kind, every_min }));
      const body = { ...draft, actions, scope, from_time: span.fromMs, to_time: span.toMs };
      return (await api(startAlarmSearch, { body })).data;
    },
    onSuccess: ({ search_id }) => setStarted({ id: search_id, of }),
  });
  const cancel = useMutation({
    mutationFn: () => api(cancelAlarmSearch, { params: { search_id: id } }),
    onSettled: () => client.invalidateQueries({ queryKey: SEARCH_KEY }),
  });
  const running = data !== undefined && isRunning(data);
  return (
    <section aria-label={t("alarms.fleetTest.title")} className={styles.fleet}>
      <div className={styles.buttons}>
        <Button busy={start.isPending} onClick={() => start.mutate()}>
          {t(scope.kind === "all" ? "alarms.fleetTest.all" : `alarms.fleetTest.${scope.kind as "label"}`)}
        </Button>
        {running && <Button onClick={() => cancel.mutate()}>{t("ui.action.cancel")}</Button>}
      </div>
      {start.error && (
        <p role="alert" className={styles.error}>
          {troubleOf(start.error).text}
        </p>
      )}
      {data && (
        <p role="status">
          {t("alarms.search.progress", {
            searched: data.searched,
            devices: data.devices,
            found: data.list.length,
            count: data.total.fired,
          })}
          {told(data.total) !== "" && ` · ${told(data.total)}`}
        </p>
      )}
      <ul className={styles.firings}>
        {(data?.list ?? []).map(({ things_id, device_name, fired, longest_ms, sent, held }) => (
          <li key={things_id}>
            <Button kind="link" onClick={() => onChoose(things_id)}>
              <bdi>{device_name}</bdi>
            </Button>
            <span>{fired}×</span>
            <span>{clockText(longest_ms)}</span>
            <span className={styles.told}>{told({ sent, held })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
