import "./dbc-texts.ts";
import { uploadDbc } from "@canopy/contract/signals/dbc-files";
import { FileUp, Upload } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { join } from "../../ui/join.ts";
import { Banner } from "../../ui/marks/Banner.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { useDbcFiles } from "./dbc-library.ts";
import parts from "./dbc-parts.module.css";
import { errorsIn } from "./dbc-preview.ts";
import { ImportCard } from "./ImportCard.tsx";
import styles from "./import.module.css";
import { useDbcImports } from "./use-dbc-imports.ts";

interface DbcImportViewProps {
  /** Set for a new revision of this file. */
  into: string | undefined;
  onOpen(dbcId: string): void;
}

/** DBC-01: several files at once; each is previewed before it is sent. */
export function DbcImportView({ into, onOpen }: DbcImportViewProps) {
  const t = useText();
  const files = useDbcFiles().data ?? [];
  const { imports, add, read, change, send, remove } = useDbcImports(into);
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const target = files.find(({ dbc_id }) => dbc_id === into);
  const denied = callDenied(uploadDbc);
  const isTaken = (name: string) => files.some((file) => file.name.toLowerCase() === name.trim().toLowerCase());
  const ready = imports.filter(
    (one) =>
      one.state === "open" &&
      one.preview &&
      errorsIn(one.preview) === 0 &&
      (one.into !== undefined || !isTaken(one.name)),
  );
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!denied) void add([...event.dataTransfer.files]);
  };
  return (
    <div className={styles.import}>
      {target && (
        <Banner level="tip">{t("signals.import.into", { name: target.name, revision: target.revision + 1 })}</Banner>
      )}
      <section
        className={join(styles.drop, isOver && styles.dropOver)}
        aria-label={t("signals.import.drop")}
        data-drop-area=""
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon of={FileUp} size={28} />
        <p>{t("signals.import.drop")}</p>
        <p className={parts.quiet}>{t("signals.import.limits")}</p>
        <input
          ref={picker}
          type="file"
          accept=".dbc,.ldf,.arxml"
          multiple={!into}
          hidden
          aria-label={t("signals.import.choose")}
          onChange={(event) => {
            void add([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
        <Button kind="main" icon={Upload} denied={denied} onClick={() => picker.current?.click()}>
          {t("signals.import.choose")}
        </Button>
      </section>
      {imports.map((item) => (
        <ImportCard
          key={item.key}
          item={item}
          files={files}
          onEncoding={(encoding) => void read(item, encoding)}
          onChange={(changes) => change(item.key, changes)}
          onSend={(draft) => void send(item, draft)}
          onRemove={() => remove(item.key)}
          onOpen={onOpen}
        />
      ))}
      {ready.length > 1 && (
        <div className={styles.importAll}>
          <Button kind="main" onClick={() => void Promise.all(ready.map((item) => send(item, false)))}>
            {t("signals.import.all", { count: ready.length })}
          </Button>
        </div>
      )}
    </div>
  );
}
