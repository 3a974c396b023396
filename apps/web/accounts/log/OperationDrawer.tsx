import type { Operation } from "@canopy/contract/accounts/operation-log";
import { useText } from "../../platform/i18n.ts";
import { Drawer } from "../../ui/float/Drawer.tsx";
import layout from "../../ui/layout.module.css";
import { ErrorCode } from "../../ui/marks/ErrorCode.tsx";
import { TimeText } from "../../ui/time/TimeText.tsx";

interface OperationDrawerProps {
  row: Operation;
  rows: readonly Operation[];
  onRow(row: Operation | undefined): void;
}

export function OperationDrawer({ row, rows, onRow }: OperationDrawerProps) {
  const t = useText();
  const at = rows.findIndex(({ seq }) => seq === row.seq);
  const beside = (index: number) => {
    const next = at < 0 ? undefined : rows[index];
    return next && (() => onRow(next));
  };
  const facts: [string, React.ReactNode][] = [
    [t("accounts.log.time"), <TimeText key="time" at={row.time} of={deviceOf(row)} />],
    [t("accounts.log.user"), row.user_name],
    [t("accounts.log.operation"), `${row.summary} (${row.operation})`],
    ...Object.entries(row.objects).map(([name, value]): [string, string] => [name, objectText(row, value)]),
    [t("accounts.log.result"), String(row.status)],
    ...(row.error_code
      ? [[t("accounts.log.code"), <ErrorCode key="code" code={row.error_code} />] as [string, React.ReactNode]]
      : []),
    [t("accounts.log.address"), row.address],
    [t("accounts.log.agent"), row.agent],
    [t("accounts.log.request"), row.request_id],
  ];
  return (
    <Drawer
      title={t("accounts.log.detail", { seq: row.seq })}
      row={String(row.seq)}
      onPrevious={beside(at - 1)}
      onNext={beside(at + 1)}
      onClose={() => onRow(undefined)}
    >
      <dl className={layout.stack}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className={layout.note}>{name}</dt>
            <dd style={{ overflowWrap: "anywhere", margin: 0 }}>{value}</dd>
          </div>
        ))}
      </dl>
    </Drawer>
  );
}

function objectText({ names }: Operation, value: unknown): string {
  const told = [value].flat().map((id) => {
    const name = names[String(id).toLowerCase()];
    return name === undefined ? String(id) : `${name} (${id})`;
  });
  return told.join(", ");
}

/** Absent where the operation was about no device, or about several. */
function deviceOf({ objects: { things_id: id } }: Operation): string | null {
  return typeof id === "string" ? id : null;
}
