import { listNoticeTemplates, TEMPLATE_KINDS, type TemplateKind } from "@canopy/contract/alarms/notice-templates";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Card } from "../../ui/Card.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { TemplateForm } from "./TemplateForm.tsx";
import styles from "./templates.module.css";
import "../texts.ts";

const templatesQuery = queryOptions({
  queryKey: ["alarms", "templates"],
  queryFn: async ({ signal }) => (await api(listNoticeTemplates, {}, { signal })).list,
});

/** TRG-06: the texts of alarm notices, by kind. */
export function NoticeTemplates() {
  const t = useText();
  const query = useQuery(templatesQuery);
  const [kind, setKind] = useState<TemplateKind>("email");
  const row = query.data?.find((one) => one.kind === kind);
  return (
    <div className={styles.apart}>
      <Card title={t("alarms.template.title")}>
        <div className={styles.card}>
          <p className={styles.lead}>{t("alarms.template.lead")}</p>
          <Segmented
            label={t("alarms.template.kind")}
            options={TEMPLATE_KINDS.map((value) => ({ value, label: t(`alarms.action.${value}`) }))}
            value={kind}
            onChange={setKind}
          />
          {query.error && !query.data && (
            <FailedState
              title={t("alarms.template.failed")}
              trouble={troubleOf(query.error)}
              onRetry={() => void query.refetch()}
            />
          )}
          {query.isPending && <Skeleton rows={4} columns={2} />}
          {row && <TemplateForm key={`${kind} ${JSON.stringify(row.template)}`} row={row} />}
        </div>
      </Card>
    </div>
  );
}
