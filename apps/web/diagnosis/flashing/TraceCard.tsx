import { type FlashRunRow, type FlashTraceRow, listFlashTrace } from "@canopy/contract/diagnosis/flashing/runs";
import { useMutation } from "@tanstack/react-query";
import { Download, Link2, Unlink } from "lucide-react";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { spaced } from "../hex.ts";
import "./flash-texts.ts";
import styles from "./flashing.module.css";

interface Trace {
  list: readonly FlashTraceRow[];
  total: number;
  broken_at: number | null;
}

const SHOWN = 12;

/** Each request and answer with the hash of all before it. */
export function TraceCard({ run, trace }: { run: FlashRunRow; trace: Trace }) {
  const t = useText();
  const formats = useTimeFormats();
  const save = useMutation({ mutationFn: () => saveTrace(run) });
  const isWhole = trace.broken_at === null;
  return (
    <Card
      title={t("diagnosis.flash.traceTitle", { n: trace.total })}
      aside={
        <Button kind="quiet" icon={Download} busy={save.isPending} onClick={() => save.mutate()}>
          {t("diagnosis.flash.export")}
        </Button>
      }
    >
      <p className={styles.verdict} data-met={isWhole}>
        <Icon of={isWhole ? Link2 : Unlink} size={14} />{" "}
        {isWhole ? t("diagnosis.flash.chainWhole") : t("diagnosis.flash.chainBroken", { n: trace.broken_at ?? 0 })}
      </p>
      <table className={styles.trace}>
        <thead>
          <tr>
            <th scope="col">{t("diagnosis.flash.time")}</th>
            <th scope="col">{t("diagnosis.flash.what")}</th>
            <th scope="col">{t("diagnosis.flash.bytes")}</th>
          </tr>
        </thead>
        <tbody>
          {trace.list.slice(-SHOWN).map((entry) => (
            <tr key={entry.n} data-kind={entry.kind}>
              <td>{formats.time(entry.time_us / 1000)}</td>
              <td>{t(`diagnosis.flash.traceKind.${entry.kind}`)}</td>
              <td>
                <code>{entry.size > 0 ? shown(entry) : entry.data.slice(0, 40)}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

const BYTES_SHOWN = 8;

function shown({ data, size }: FlashTraceRow): string {
  const head = spaced(data.slice(0, 2 * BYTES_SHOWN));
  return size > BYTES_SHOWN ? `${head} + ${size - BYTES_SHOWN} B` : head;
}

async function saveTrace({ things_id, run_id, ecu_name }: FlashRunRow): Promise<void> {
  const params = { things_id, run_id };
  const entries: FlashTraceRow[] = [];
  for (let total = 1; entries.length < total; ) {
    const page = await api(listFlashTrace, { params, query: { from: entries.length } });
    total = page.list.length === 0 ? 0 : page.total;
    entries.push(...page.list);
  }
  const text = entries.map((entry) => JSON.stringify(entry)).join("\n");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: "application/x-ndjson" }));
  link.download = `flash-${ecu_name}-${run_id.slice(0, 8)}.jsonl`;
  link.click();
  URL.revokeObjectURL(link.href);
}
