import "./dbc-texts.ts";
import type { DbcFile } from "@canopy/contract/signals/dbc-files";
import type { DbcUse } from "@canopy/contract/signals/dbc-uses";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { DiffView } from "./DiffView.tsx";
import { useParsedDbc } from "./dbc-library.ts";
import styles from "./dbc-parts.module.css";
import { dbcRevisionsQuery } from "./dbc-queries.ts";

interface CompareDialogProps {
  file: DbcFile;
  uses: readonly DbcUse[];
  /** The revisions selected at first. */
  before: number;
  after: number;
  onClose(): void;
}

/** Two revisions of a file side by side, with the uses affected. */
export function CompareDialog({ file, uses, onClose, ...begin }: CompareDialogProps) {
  const t = useText();
  const [before, setBefore] = useState(String(begin.before));
  const [after, setAfter] = useState(String(begin.after));
  const revisions = useQuery(dbcRevisionsQuery(file.dbc_id));
  const old = useParsedDbc(file.dbc_id, Number(before));
  const now = useParsedDbc(file.dbc_id, Number(after));
  const options = (revisions.data ?? []).map(({ revision, remark }) => ({
    value: String(revision),
    label: [t("signals.files.rev", { revision }), remark].filter(Boolean).join(" · "),
  }));
  const error = old.error ?? now.error;
  return (
    <Dialog open width={860} title={t("signals.compare.title", { name: file.name })} onClose={onClose}>
      <div className={styles.dialogForm}>
        <div className={styles.pairs}>
          <Field label={t("signals.compare.before")}>
            {(control) => <Select {...control} options={options} value={before} onChange={setBefore} />}
          </Field>
          <Field label={t("signals.compare.after")}>
            {(control) => <Select {...control} options={options} value={after} onChange={setAfter} />}
          </Field>
        </div>
        {error ? (
          <FailedState
            title={t("signals.view.failed")}
            trouble={troubleOf(error)}
            onRetry={() => void (old.error ? old.refetch() : now.refetch())}
          />
        ) : old.data && now.data ? (
          <DiffView before={old.data.dbc} after={now.data.dbc} uses={uses} />
        ) : (
          <Skeleton rows={6} />
        )}
      </div>
    </Dialog>
  );
}
