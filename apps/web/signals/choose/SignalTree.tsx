import { isStateSignal } from "@canopy/can/dbc/decode/states";
import { formatSignal } from "@canopy/contract/signals/signal-reference";
import { useQueries } from "@tanstack/react-query";
import { ChevronDown, ChevronRight, Database } from "lucide-react";
import { type ReactNode, useState } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import type { CurveLook } from "../paint/curve-look.ts";
import "../curves/curve-texts.ts";
import { type LibraryDbc, parsedDbcQuery, useDbcFiles } from "../dbc/dbc-library.ts";
import { ownFirst, useOwnBindings } from "./own-dbcs.ts";
import { idText } from "./signal-info.ts";
import styles from "./tree.module.css";
import { findSignals, type TreeMessage } from "./tree-rows.ts";

/** What a tick or a drag carries. */
export interface TreeSignal {
  readonly key: string;
  readonly unit: string;
  readonly isState: boolean;
}

export const SIGNAL_DRAG = "application/x-canopy-signal";

interface SignalTreeProps {
  /** Whose own DBCs come first. */
  thingsId: string;
  channel: number;
  /** The choice of a channel, which comes from the page. */
  channels: ReactNode;
  /** The colour of a signal that is drawn. */
  colourOf(key: string): number | undefined;
  look: CurveLook;
  onTick(signal: TreeSignal, on: boolean): void;
}

/** The tenant's DBC files with their messages and signals: tick one, or drag it onto a panel. */
export function SignalTree({ thingsId, channel, channels, colourOf, look, onTick }: SignalTreeProps) {
  const t = useText();
  const files = useDbcFiles();
  const bindings = useOwnBindings(thingsId);
  const [search, setSearch] = useState("");
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const known = bindings === undefined ? [] : (files.data ?? []);
  const ready = ownFirst(
    known.filter(({ state }) => state === "ready"),
    bindings ?? [],
    channel,
  );
  const shown = ready.filter(({ dbc_id }) => search !== "" || !closed.has(dbc_id));
  const parsed = useQueries({ queries: shown.map(({ dbc_id }) => parsedDbcQuery(dbc_id, "newest")) });
  const dbcOf = new Map(shown.map(({ dbc_id }, i) => [dbc_id, parsed[i]?.data]));

  const flip = (set: ReadonlySet<string>, key: string) => {
    const next = new Set(set);
    if (!next.delete(key)) next.add(key);
    return next;
  };
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
        {ready.map(({ dbc_id, name, revision }) => (
          <div key={dbc_id}>
            <button
              type="button"
              className={styles.file}
              aria-expanded={search !== "" || !closed.has(dbc_id)}
              onClick={() => setClosed(flip(closed, dbc_id))}
            >
              <Icon of={Database} size={13} />
              <span className={styles.name}>{name}</span>
              <span className={styles.aside}>{t("signals.tree.revision", { revision })}</span>
            </button>
            <FileMessages
              dbcId={dbc_id}
              library={dbcOf.get(dbc_id)}
              channel={channel}
              search={search}
              open={open}
              onOpen={(key) => setOpen(flip(open, key))}
              colourOf={colourOf}
              look={look}
              onTick={onTick}
            />
          </div>
        ))}
      </div>
    </section>
  );
}

interface FileMessagesProps extends Omit<SignalTreeProps, "channels" | "thingsId"> {
  dbcId: string;
  library: LibraryDbc | undefined;
  search: string;
  open: ReadonlySet<string>;
  onOpen(key: string): void;
}

function FileMessages({ dbcId, library, search, open, onOpen, ...rest }: FileMessagesProps) {
  const t = useText();
  if (!library) return null;
  const { found, more } = findSignals(library.dbc, search);
  return (
    <>
      {found.map((entry) => {
        const key = `${dbcId}/${entry.message.id}/${entry.message.isExtended}`;
        const hasDrawn = entry.signals.some((signal) => rest.colourOf(keyOf(dbcId, rest.channel, entry, signal.name)));
        const isOpen = search !== "" || open.has(key) || (hasDrawn && !open.has(`!${key}`));
        return (
          <div key={key}>
            <button
              type="button"
              className={styles.message}
              aria-expanded={isOpen}
              onClick={() => onOpen(hasDrawn ? `!${key}` : key)}
            >
              <Icon of={isOpen ? ChevronDown : ChevronRight} size={14} />
              <span className={styles.name}>{entry.message.name}</span>
              <span className={styles.id}>{idText(entry.message)}</span>
            </button>
            {isOpen && <Signals dbcId={dbcId} entry={entry} {...rest} />}
          </div>
        );
      })}
      {more > 0 && <p className={styles.note}>{t("signals.tree.more", { count: more })}</p>}
      {search !== "" && found.length === 0 && <p className={styles.note}>{t("signals.tree.nothing")}</p>}
    </>
  );
}

function Signals({
  dbcId,
  entry,
  channel,
  colourOf,
  look,
  onTick,
}: Pick<FileMessagesProps, "dbcId" | "channel" | "colourOf" | "look" | "onTick"> & { entry: TreeMessage }) {
  const t = useText();
  return (
    <ul className={styles.signals}>
      {entry.signals.map((signal) => {
        const key = keyOf(dbcId, channel, entry, signal.name);
        const isState = isStateSignal(signal);
        const colour = colourOf(key);
        const tree = { key, unit: signal.unit, isState };
        return (
          <li
            key={signal.name}
            className={styles.signal}
            data-on={colour !== undefined}
            draggable
            title={signal.comment ?? undefined}
            onDragStart={(event) => {
              event.dataTransfer.setData(SIGNAL_DRAG, JSON.stringify(tree));
              event.dataTransfer.effectAllowed = "copy";
            }}
          >
            <Checkbox checked={colour !== undefined} onChange={(on) => onTick(tree, on)}>
              <span className={styles.name}>{signal.name}</span>
            </Checkbox>
            <span className={styles.unit}>{isState ? t("signals.tree.enum") : signal.unit}</span>
            <span
              className={styles.swatch}
              style={colour !== undefined && !isState ? { background: look.colourOf(colour) } : undefined}
            />
          </li>
        );
      })}
    </ul>
  );
}

function keyOf(dbcId: string, channel: number, { message }: TreeMessage, signal: string): string {
  return formatSignal({ channel, dbc_id: dbcId, message_id: message.id, is_extended: message.isExtended, signal });
}
