import { previewPush, testPush } from "@canopy/contract/push/rules";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { callDenied } from "../accounts/permissions.ts";
import { useRested } from "../alarms/back-test/use-rested.ts";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import layout from "../ui/layout.module.css";
import styles from "./push.module.css";
import type { PushValues } from "./push-form.ts";
import { PUSH_KEY } from "./push-queries.ts";

const UNNAMED = "-";

interface PreviewPaneProps {
  values: PushValues;
  ruleId: string | undefined;
}

/** The newest data as it would be sent, and a test to the receiver. */
export function PreviewPane({ values, ruleId }: PreviewPaneProps) {
  const t = useText();
  const { name, scope, source, template } = values;
  const { text: draft } = useRested(JSON.stringify({ name: name.trim() || UNNAMED, scope, source, template }));
  const body = previewPush.body.safeParse(JSON.parse(draft));
  const query = useQuery({
    queryKey: [...PUSH_KEY, "preview", draft],
    queryFn: async ({ signal }) => (await api(previewPush, { body: JSON.parse(draft) }, { signal })).data,
    enabled: body.success,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const preview = query.data;
  const trouble = query.error ? troubleOf(query.error).text : undefined;
  return (
    <section className={styles.preview} aria-label={t("push.preview.title")}>
      <h3>{t("push.preview.title")}</h3>
      {!body.success && <p className={layout.note}>{t("push.preview.waiting")}</p>}
      {body.success && trouble !== undefined && (
        <p className={styles.problem} role="status">
          {trouble}
        </p>
      )}
      {body.success && trouble === undefined && preview && (
        <>
          <p className={layout.note}>
            {preview.is_real ? t("push.preview.real", { device: preview.device_name }) : t("push.preview.madeUp")}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
          <pre className={styles.body} tabIndex={0}>
            {indented(preview.body)}
          </pre>
        </>
      )}
      <SendTest values={values} ruleId={ruleId} isReady={body.success && trouble === undefined} />
    </section>
  );
}

const indented = (json: string) => JSON.stringify(JSON.parse(json), null, 2);

function SendTest({ values, ruleId, isReady }: PreviewPaneProps & { isReady: boolean }) {
  const t = useText();
  const client = useQueryClient();
  const { enabled: _, name, ...draft } = values;
  const send = useMutation({
    mutationFn: async () =>
      (await api(testPush, { body: { ...draft, name: name.trim() || UNNAMED, ...(ruleId && { rule_id: ruleId }) } }))
        .data,
    onSettled: () => client.invalidateQueries({ queryKey: [...PUSH_KEY, "deliveries"] }),
  });
  const canSend = isReady && URL.canParse(values.url);
  const { data } = send;
  return (
    <>
      <div>
        <Button
          icon={Send}
          busy={send.isPending}
          denied={callDenied(testPush) ?? (canSend ? undefined : t("push.preview.waiting"))}
          onClick={() => send.mutate()}
        >
          {t("push.preview.test")}
        </Button>
      </div>
      <p role="status" className={data?.result === "failed" || send.error ? styles.problem : layout.note}>
        {data?.result === "sent" && t("push.preview.sent", { status: data.status ?? 0, ms: data.took_ms })}
        {data?.result === "failed" && t("push.preview.failed", { problem: data.problem ?? "" })}
        {send.error && troubleOf(send.error).text}
      </p>
    </>
  );
}
