import { type ImportedRule, importAlarmRules } from "@canopy/contract/alarms/rules";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ArrowDownUp, CircleCheck, CircleX, Download, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Menu } from "../../ui/float/Menu.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Icon } from "../../ui/marks/Icon.tsx";
import { RULES_KEY } from "../alarm-keys.ts";
import { readRuleFile } from "./rule-file.ts";
import styles from "./rules.module.css";
import { useRuleExport } from "./use-rule-export.ts";
import "../texts.ts";

/** TRG-02: all rules as a file, and a file of rules taken in row by row. */
export function RuleFileMenu() {
  const t = useText();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [rows, setRows] = useState<readonly ImportedRule[]>();
  const refuse = (text: string) => void addNote({ tone: "ordinary", text });
  const save = useRuleExport();
  const take = useMutation({
    mutationFn: (rules: unknown[]) => api(importAlarmRules, { body: { rules } }),
    onSuccess: (answer) => setRows(answer.rows),
    onError: (problem) => refuse(troubleOf(problem).text),
    onSettled: () => client.invalidateQueries({ queryKey: RULES_KEY }),
  });
  const read = async (file: File) => {
    const found = readRuleFile(await file.text());
    if (found.kind === "rules") take.mutate(found.rules);
    else if (found.kind === "tooMany") refuse(t("alarms.file.tooMany", { limit: found.limit }));
    else refuse(t("alarms.file.unreadable"));
  };
  return (
    <>
      <Menu
        label={t("alarms.file.menu")}
        trigger={(props) => (
          <Button icon={ArrowDownUp} busy={save.isPending || take.isPending} {...props}>
            {t("alarms.file.menu")}
          </Button>
        )}
        items={[
          {
            key: "import",
            icon: Upload,
            label: t("alarms.file.import"),
            denied: callDenied(importAlarmRules),
            onSelect: () => input.current?.click(),
          },
          { key: "export", icon: Download, label: t("alarms.file.export"), onSelect: () => save.mutate(undefined) },
        ]}
      />
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        className="unseen"
        tabIndex={-1}
        aria-label={t("alarms.file.import")}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void read(file);
          // The same file may be chosen again after it was corrected.
          target.value = "";
        }}
      />
      {rows && <ImportSheet rows={rows} onClose={() => setRows(undefined)} />}
    </>
  );
}

/** One line for each row of the file; the others went in. */
function ImportSheet({ rows, onClose }: { rows: readonly ImportedRule[]; onClose(): void }) {
  const t = useText();
  const added = rows.filter(({ ok }) => ok).length;
  return (
    <Dialog
      open
      title={t("alarms.file.result", { added, all: rows.length })}
      width={560}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t("ui.action.close")}</Button>}
    >
      <p className={styles.note}>{t("alarms.file.note")}</p>
      {/* It scrolls, by keyboard too. */}
      <section className={styles.scroll} aria-label={t("alarms.file.rows")} {...{ tabIndex: 0 }}>
        <ol className={styles.rows} aria-label={t("alarms.file.rows")}>
          {rows.map(({ row, name, ok, message, field }) => (
            <li key={row} data-ok={ok}>
              <Icon of={ok ? CircleCheck : CircleX} size={14} />
              <bdi>{name || t("alarms.file.row", { row })}</bdi>
              <span>{ok ? t("alarms.file.taken") : [field, message].filter(Boolean).join(": ")}</span>
            </li>
          ))}
        </ol>
      </section>
    </Dialog>
  );
}
