import "./dbc-texts.ts";
import { DBC_ENCODINGS, type DbcEncoding } from "@canopy/can/dbc/parse/encodings";
import type { DbcFile } from "@canopy/contract/signals/dbc-files";
import { Check, X } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import parts from "./dbc-parts.module.css";
import { type DbcPreview, errorsIn } from "./dbc-preview.ts";
import styles from "./import.module.css";
import { ProblemList } from "./ProblemList.tsx";
import type { DbcImport } from "./use-dbc-imports.ts";

interface ImportCardProps {
  item: DbcImport;
  files: readonly DbcFile[];
  onEncoding(encoding: DbcEncoding): void;
  onChange(changes: Partial<DbcImport>): void;
  onSend(draft: boolean): void;
  onRemove(): void;
  onOpen(dbcId: string): void;
}

/** One chosen file: its contents, its problems, and the choice to make if its name is taken. */
export function ImportCard(props: ImportCardProps) {
  const { item, onRemove, onOpen } = props;
  const t = useText();
  const { preview, refused, result } = item;
  return (
    <Card
      title={<bdi>{item.fileName}</bdi>}
      aside={<IconButton icon={X} label={t("signals.import.remove", { name: item.fileName })} onClick={onRemove} />}
    >
      {refused && (
        <Banner level="urgent" alert>
          {t(`signals.import.refused.${refused}`)}
        </Banner>
      )}
      {result && (
        <div className={styles.done}>
          <Chip tone="green">
            <Check size={12} aria-hidden="true" /> {t("signals.import.done", { revision: result.revision })}
          </Chip>
          <Button onClick={() => onOpen(result.dbc_id)}>{t("signals.import.open")}</Button>
        </div>
      )}
      {!refused && !result && !preview && <Skeleton rows={3} />}
      {!refused && !result && preview && <Choices {...props} preview={preview} />}
    </Card>
  );
}

function Choices({ item, files, preview, onEncoding, onChange, onSend }: ImportCardProps & { preview: DbcPreview }) {
  const t = useText();
  const errors = errorsIn(preview);
  const warnings = preview.problems.length - errors;
  const same = files.find(({ name }) => name.toLowerCase() === item.name.trim().toLowerCase());
  const isClash = same !== undefined && item.into === undefined;
  const mayDraft =
    preview.messages > 0 &&
    (item.into === undefined || files.find(({ dbc_id }) => dbc_id === item.into)?.state === "draft");
  return (
    <div className={parts.dialogForm}>
      {item.error && <FormAlert text={item.error} />}
      <div className={styles.importFacts}>
        <span>{t("signals.files.counts", { messages: preview.messages, signals: preview.signals })}</span>
        {errors > 0 && <Chip tone="urgent">{t("signals.import.errors", { count: errors })}</Chip>}
        {warnings > 0 && <Chip tone="ordinary">{t("signals.import.warnings", { count: warnings })}</Chip>}
        {preview.problems.length === 0 && <Chip tone="green">{t("signals.import.sound")}</Chip>}
      </div>
      <div className={parts.pairs}>
        <Field
          label={t("signals.import.name")}
          error={isClash ? t("signals.import.taken", { name: same.name }) : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              dir="auto"
              readOnly={item.into !== undefined}
              value={item.into ? (files.find(({ dbc_id }) => dbc_id === item.into)?.name ?? item.name) : item.name}
              onChange={(name) => onChange({ name })}
            />
          )}
        </Field>
        <Field label={t("signals.import.encoding")}>
          {(control) => (
            <Select
              {...control}
              options={DBC_ENCODINGS.map((value) => ({ value, label: t(`signals.encoding.${value}`) }))}
              value={preview.encoding}
              onChange={onEncoding}
            />
          )}
        </Field>
      </div>
      {same && (
        <Segmented
          label={t("signals.import.clash")}
          options={[
            { value: "name", label: t("signals.import.otherName") },
            {
              value: "revision",
              label: t("signals.import.asRevision", { name: same.name, revision: same.revision + 1 }),
            },
          ]}
          value={item.into ? "revision" : "name"}
          onChange={(choice) => onChange({ into: choice === "revision" ? same.dbc_id : undefined, error: undefined })}
        />
      )}
      {preview.sample.length > 0 && (
        <section className={styles.sample} aria-label={t("signals.import.sample")}>
          <p className={parts.quiet}>{t("signals.import.sample")}</p>
          <pre dir="auto">{preview.sample.join("\n")}</pre>
        </section>
      )}
      {preview.problems.length > 0 && <ProblemList problems={preview.problems} text={preview.text} />}
      <div className={styles.importActions}>
        {errors > 0 && (
          <Button
            busy={item.state === "busy"}
            denied={isClash ? t("signals.import.takenShort") : mayDraft ? undefined : t("signals.import.noDraft")}
            onClick={() => onSend(true)}
          >
            {t("signals.import.draft")}
          </Button>
        )}
        <Button
          kind="main"
          busy={item.state === "busy"}
          denied={errors > 0 ? t("signals.import.broken") : isClash ? t("signals.import.takenShort") : undefined}
          onClick={() => onSend(false)}
        >
          {t(item.into ? "signals.import.sendRevision" : "signals.import.send")}
        </Button>
      </div>
    </div>
  );
}
