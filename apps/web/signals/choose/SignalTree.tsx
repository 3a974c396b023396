import "./choose-texts.ts";
import type { DbcFile } from "@canopy/contract/signals/dbc-files";
import { useQueries } from "@tanstack/react-query";
import { ChevronDown, ChevronRight, Database } from "lucide-react";
import { type ReactNode, useState } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { parsedDbcQuery, useDbcFiles } from "../dbc/dbc-library.ts";
import { ownAndOthers, useOwnBindings } from "./own-dbcs.ts";
import { type TreeChoice, TreeMessages } from "./TreeMessages.tsx";
import styles from "./tree.module.css";

interface SignalTreeProps extends TreeChoice {
  /** The device whose bound DBCs come first. */
  thingsId: string;
  /** The channel selector, rendered by the page. */
  channels: ReactNode;
  /** Files with drawn signals. */
  drawnDbcs: ReadonlySet<string>;
}

type FileRow = Pick<DbcFile, "dbc_id" | "name" | "revision">;

/** The tenant's DBC files with messages and signals: tick a signal, or drag it onto a panel. */
export function SignalTree({ thingsId, channels, drawnDbcs, ...choice }: SignalTreeProps) {
  const t = useText();
  const files = useDbcFiles();
  const bindings = useOwnBindings(thingsId);
  const [search, setSearch] = useState("");
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [drawnFirst] = useState(drawnDbcs);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [othersOpen, setOthersOpen] = useState<boolean>();
  const known = bindings === undefined ? [] : (files.data ?? []);
  const ready = known.filter(({ state }) => state === "ready");
  const { own, others } = ownAndOthers(ready, bindings ?? [], choice.channel);
  const isFound = search !== "";
  const hasOthers = isFound || (othersOpen ?? others.some(({ dbc_id }) => drawnDbcs.has(dbc_id)));
  const listed = hasOthers ? [...own, ...others] : own;
  // Beside files that are bound or drawn the others begin closed: hundreds of messages take time to draw.
  const main = new Set([...drawnFirst, ...(bindings ?? []).map(({ dbc_id }) => dbc_id)]);
  const hasMain = listed.some(({ dbc_id }) => main.has(dbc_id));
  const isOpen = (dbcId: string) => isFound || (chosen.get(dbcId) ?? (!hasMain || main.has(dbcId)));
  const shown = listed.filter(({ dbc_id }) => isOpen(dbc_id));
  const parsed = useQueries({ queries: shown.map(({ dbc_id }) => parsedDbcQuery(dbc_id, "newest")) });
  const dbcOf = new Map(shown.map(({ dbc_id }, i) => [dbc_id, parsed[i]?.data]));

  const fileRow = ({ dbc_id, name, revision }: FileRow) => (
    <div key={dbc_id}>
      <button
        type="button"
        className={styles.file}
        aria-expanded={isOpen(dbc_id)}
        onClick={() => setChosen(new Map([...chosen, [dbc_id, !isOpen(dbc_id)]]))}
      >
        <Icon of={Database} size={13} />
        <span className={styles.name}>{name}</span>
        <span className={styles.aside}>{t("signals.tree.revision", { revision })}</span>
      </button>
      <TreeMessages
        {...choice}
        dbcId={dbc_id}
        library={dbcOf.get(dbc_id)}
        search={search}
        open={open}
        onOpen={(key) => setOpen(flipped(open, key))}
      />
    </div>
  );
  return (
    <section className={styles.tree} aria-label={t("signals.tree.label")}>
      <div className={styles.head}>
        <SearchInput value={search} onChange={setSearch} label={t("signals.tree.search")} />
        {channels}
      </div>
      <div className={styles.list}>
        {(files.isPending || (files.data && bindings === undefined)) && <Skeleton rows={8} columns={1} />}
        {files.isError && (
          <FailedState
            title={t("signals.tree.failed")}
            trouble={troubleOf(files.error)}
            onRetry={() => void files.refetch()}
          />
        )}
        {files.data && bindings && ready.length === 0 && (
          <EmptyState icon={Database} title={t("signals.tree.empty")} text={t("signals.tree.emptyText")} />
        )}
        {own.map(fileRow)}
        {others.length > 0 && (
          <button
            type="button"
            className={styles.others}
            aria-expanded={hasOthers}
            onClick={() => setOthersOpen(!hasOthers)}
          >
            <Icon of={hasOthers ? ChevronDown : ChevronRight} size={14} />
            <span className={styles.name}>{t("signals.tree.others")}</span>
            <span className={styles.aside}>{others.length}</span>
          </button>
        )}
        {hasOthers && others.map(fileRow)}
      </div>
    </section>
  );
}

function flipped(set: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(set);
  if (!next.delete(key)) next.add(key);
  return next;
}
