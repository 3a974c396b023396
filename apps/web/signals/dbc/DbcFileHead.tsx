import "./dbc-texts.ts";
import { platformErrors } from "@canopy/contract/platform/errors";
import { addDbcRevision, type DbcFile, deleteDbc, renameDbc } from "@canopy/contract/signals/dbc-files";
import type { DbcUse } from "@canopy/contract/signals/dbc-uses";
import { useQuery } from "@tanstack/react-query";
import {
  Activity,
  ChevronDown,
  Download,
  Ellipsis,
  FileText,
  GitCompareArrows,
  Pencil,
  Trash2,
  Upload,
} from "lucide-react";
import { mayCall } from "../../accounts/permissions.ts";
import { codeText } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/float/Menu.tsx";
import { Popover } from "../../ui/float/Popover.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { RelativeTime } from "../../ui/time/TimeText.tsx";
import { UseList } from "./DbcFileDialogs.tsx";
import parts from "./dbc-parts.module.css";
import { dbcRevisionsQuery } from "./dbc-queries.ts";
import styles from "./manager.module.css";

export type FileAction = "compare" | "check" | "export" | "rename" | "delete" | "revise";

interface DbcFileHeadProps {
  file: DbcFile;
  /** The shown revision. */
  revision: number;
  uses: readonly DbcUse[];
  onRevision(revision: number | undefined): void;
  onAction(action: FileAction): void;
}

export function DbcFileHead({ file, revision, uses, onRevision, onAction }: DbcFileHeadProps) {
  const t = useText();
  const forbidden = codeText(platformErrors.forbidden.code);
  const revisions = useQuery(dbcRevisionsQuery(file.dbc_id));
  const shown = revisions.data?.find((one) => one.revision === revision);
  const older = revision === file.revision ? Math.max(1, revision - 1) : revision;
  return (
    <>
      <header className={styles.fileHead}>
        <Icon of={FileText} size={16} />
        <h2>
          <bdi>{t("signals.view.fileName", { name: file.name, format: file.format })}</bdi>
        </h2>
        <Menu
          label={t("signals.view.revisions")}
          align="start"
          trigger={(props) => (
            <Button {...props}>
              {t("signals.view.revision", { revision })}
              <Icon of={ChevronDown} size={14} />
            </Button>
          )}
          items={(revisions.data ?? []).map((one) => ({
            key: String(one.revision),
            label: t("signals.view.revisionLine", {
              revision: one.revision,
              author: one.author,
              remark: one.remark === "" ? "" : ` · ${one.remark}`,
            }),
            chosen: one.revision === revision,
            aside: <RelativeTime at={one.created_at} />,
            onSelect: () => onRevision(one.revision === file.revision ? undefined : one.revision),
          }))}
        />
        {file.state === "draft" && <Chip tone="ordinary">{t("signals.files.draft")}</Chip>}
        {revision < file.revision && <Chip tone="tip">{t("signals.view.old")}</Chip>}
        <span className={parts.push} />
        <Button
          icon={GitCompareArrows}
          denied={file.revision > 1 ? undefined : t("signals.view.oneRevision")}
          onClick={() => onAction("compare")}
        >
          {file.revision > 1
            ? t("signals.view.compare", { before: older, after: file.revision })
            : t("signals.view.compareAny")}
        </Button>
        <Button icon={Activity} onClick={() => onAction("check")}>
          {t("signals.view.check")}
        </Button>
        <Button icon={Download} onClick={() => onAction("export")}>
          {t("signals.view.export")}
        </Button>
        <Menu
          label={t("signals.view.more")}
          trigger={(props) => <IconButton {...props} icon={Ellipsis} edge label={t("signals.view.more")} />}
          items={[
            {
              key: "revise",
              label: t("signals.view.revise"),
              icon: Upload,
              denied: mayCall(addDbcRevision) ? undefined : forbidden,
              onSelect: () => onAction("revise"),
            },
            {
              key: "rename",
              label: t("signals.view.rename"),
              icon: Pencil,
              denied: mayCall(renameDbc) ? undefined : forbidden,
              onSelect: () => onAction("rename"),
            },
            {
              key: "delete",
              label: t("signals.view.delete"),
              icon: Trash2,
              danger: true,
              apart: true,
              denied: mayCall(deleteDbc) ? undefined : forbidden,
              onSelect: () => onAction("delete"),
            },
          ]}
        />
      </header>
      <div className={styles.factLine}>
        <span>
          {t("signals.view.messages")} <strong>{(shown ?? file).messages.toLocaleString("en-US")}</strong>
        </span>
        <span>
          {t("signals.view.signals")} <strong>{(shown ?? file).signals.toLocaleString("en-US")}</strong>
        </span>
        <span>{t(`signals.encoding.${(shown ?? file).encoding}`)}</span>
        <UsedBy uses={uses} />
        <span className={parts.push}>
          {(shown ?? file).author} · <RelativeTime at={shown?.created_at ?? file.updated_at} />
        </span>
      </div>
    </>
  );
}

function UsedBy({ uses }: { uses: readonly DbcUse[] }) {
  const t = useText();
  if (uses.length === 0) return <span className={parts.quiet}>{t("signals.view.unused")}</span>;
  const kinds = (["binding", "strategy", "panel", "computed", "rule"] as const)
    .map((kind) => ({ kind, count: uses.filter((use) => use.kind === kind).length }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => t(`signals.view.used.${kind}`, { count }));
  return (
    <Popover
      label={t("signals.view.usedBy")}
      trigger={(props) => (
        <Button {...props} kind="link">
          {t("signals.view.usedByList", { list: kinds.join(t("signals.view.comma")) })}
        </Button>
      )}
    >
      <UseList uses={uses} />
    </Popover>
  );
}
