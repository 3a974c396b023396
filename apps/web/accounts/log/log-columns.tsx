import type { Operation } from "@canopy/contract/accounts/operation-log";
import { useText } from "../../platform/i18n.ts";
import type { Column } from "../../ui/list/columns.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";
import { agentName } from "../sessions/agent-name.ts";

export function useLogColumns(): Column<Operation>[] {
  const t = useText();
  return [
    { key: "time", title: t("accounts.log.time"), always: true, cell: ({ time }) => <TimeText at={time} /> },
    { key: "user", title: t("accounts.log.user"), cell: ({ user_name }) => user_name },
    {
      key: "operation",
      title: t("accounts.log.operation"),
      always: true,
      card: "title",
      cell: ({ summary }) => summary,
    },
    { key: "objects", title: t("accounts.log.objects"), cell: (row) => objectsOf(row).slice(0, MOST).join(", ") },
    { key: "address", title: t("accounts.log.address"), cell: ({ address }) => address },
    { key: "agent", title: t("accounts.log.agent"), extra: true, cell: ({ agent }) => agentName(agent) },
    {
      key: "result",
      title: t("accounts.log.result"),
      card: "aside",
      cell: ({ status, error_code }) => (
        <span title={error_code ?? undefined}>
          <Chip tone={status < 400 ? "green" : "urgent"}>
            {t(status < 400 ? "accounts.log.result.done" : "accounts.log.result.refused")}
          </Chip>
        </span>
      ),
    },
  ];
}

const SHORT = 8;
const MOST = 3;

/** Their names, or the beginning of an id that nothing has any more; the drawer has them whole. */
const objectsOf = ({ objects, names }: Operation): string[] =>
  Object.values(objects)
    .flat()
    .map(String)
    .map((id) => names[id.toLowerCase()] ?? id.slice(0, SHORT));
