import { checkOperationChain, getOperationChain, type OperationChain } from "@canopy/contract/accounts/operation-log";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";

const KEY = [getOperationChain.name] as const;

/** Whether the log proves itself, and when that was last looked at. */
export function ChainFacts() {
  const t = useText();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await api(getOperationChain, {}, { signal })).data,
  });
  if (!data) return null;
  return (
    <span>
      <Verdict chain={data} /> {t("accounts.log.rows", { rows: formatNumber(data.rows) })}{" "}
      {data.checked_time !== null && <TimeText at={data.checked_time} />}
    </span>
  );
}

function Verdict({ chain }: { chain: OperationChain }) {
  const t = useText();
  if (chain.checked_time === null) return <Chip tone="neutral">{t("accounts.log.unchecked")}</Chip>;
  if (chain.broken_at === null) return <Chip tone="green">{t("accounts.log.intact")}</Chip>;
  return <Chip tone="urgent">{t("accounts.log.broken", { seq: chain.broken_at })}</Chip>;
}

export function CheckButton() {
  const t = useText();
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: () => api(checkOperationChain, {}),
    onSuccess: ({ data }) => client.setQueryData(KEY, data),
    onError: (thrown) => addNote({ tone: "urgent", text: troubleOf(thrown).text }),
  });
  return (
    <Button icon={ShieldCheck} busy={check.isPending} onClick={() => check.mutate()}>
      {t("accounts.log.check")}
    </Button>
  );
}
