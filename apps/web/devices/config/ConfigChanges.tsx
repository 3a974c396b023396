import { type ConfigChange, diffConfigs, pathText } from "@canopy/contract/device-link/config-diff";
import { ArrowRight } from "lucide-react";
import { useMemo, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import parts from "../parts.module.css";
import styles from "./changes.module.css";
import { type ConfigGroup, configGroups } from "./config-groups.ts";
import { groupTitle, settingLabel, valueText } from "./config-words.ts";
import { lineDiff } from "./line-diff.ts";

interface ConfigChangesProps {
  from: unknown;
  to: unknown;
}

/** Old struck out, new in bold, with the path: by group, or as JSON. */
export function ConfigChanges({ from, to }: ConfigChangesProps) {
  const t = useText();
  const [view, setView] = useState<"list" | "json">("list");
  const changes = useMemo(() => diffConfigs(from, to), [from, to]);
  const groups = useMemo(() => changesByGroup(changes, to), [changes, to]);
  if (changes.length === 0) return <p className={parts.quiet}>{t("devices.config.nothingChanges")}</p>;
  return (
    <section className={styles.changes}>
      <div className={styles.changesHead}>
        <strong>{t("devices.config.settingsChange", { settings: changes.length, groups: groups.length })}</strong>
        <Segmented
          label={t("devices.config.view")}
          options={[
            { value: "list", label: t("devices.config.viewList") },
            { value: "json", label: t("devices.config.viewJson") },
          ]}
          value={view}
          onChange={setView}
        />
      </div>
      {view === "list" ? (
        groups.map(({ group, changes: own }) => <GroupChanges key={group.key} group={group} changes={own} />)
      ) : (
        <JsonChanges from={from} to={to} />
      )}
    </section>
  );
}

function GroupChanges({ group, changes }: { group: ConfigGroup; changes: readonly ConfigChange[] }) {
  const t = useText();
  return (
    <section className={styles.changeGroup}>
      <header>
        <h3>{groupTitle(t, group.title)}</h3>
        <span className={parts.quiet}>{t("devices.config.changes", { count: changes.length })}</span>
      </header>
      <ul>
        {changes.map(({ path, from, to }) => (
          <li key={pathText(path)}>
            <div className={styles.changeName}>
              <span>{settingLabel(t, path)}</span>
              <code>{pathText(path)}</code>
            </div>
            <del className={styles.old}>{valueText(t, path, from)}</del>
            <Icon of={ArrowRight} size={13} />
            <ins className={styles.new}>{valueText(t, path, to)}</ins>
          </li>
        ))}
      </ul>
    </section>
  );
}

const linesOf = (value: unknown) => JSON.stringify(value, null, 2).split("\n");
const MARKS = { same: " ", gone: "−", new: "+" } as const;
const LINE_STYLES = { same: undefined, gone: styles.lineGone, new: styles.lineNew } as const;

function JsonChanges({ from, to }: ConfigChangesProps) {
  const t = useText();
  const lines = useMemo(() => lineDiff(linesOf(from), linesOf(to)), [from, to]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className={styles.json} tabIndex={0} aria-label={t("devices.config.viewJson")}>
      <pre className="mono">
        {lines.map(({ kind, text }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name and never move
          <span key={i} className={LINE_STYLES[kind]}>{`${MARKS[kind]} ${text}\n`}</span>
        ))}
      </pre>
    </section>
  );
}

function changesByGroup(changes: readonly ConfigChange[], config: unknown) {
  const groups = configGroups(config);
  const isIn = (group: ConfigGroup, { path }: ConfigChange) =>
    group.roots.some((root) => root.every((key, i) => path[i] === key));
  const found = groups.map((group) => ({ group, changes: changes.filter((change) => isIn(group, change)) }));
  const rest = changes.filter((change) => !groups.some((group) => isIn(group, change)));
  // A channel that went has no group any more.
  const gone = rest.map((change) => ({
    group: { key: pathText(change.path), title: { channel: Number(change.path[1] ?? 0) }, roots: [] },
    changes: [change],
  }));
  return [...found, ...gone].filter(({ changes: own }) => own.length > 0);
}

/** How many changes stand in a group: the number beside its name. */
export function countIn(changes: readonly ConfigChange[], group: ConfigGroup): number {
  return changes.filter(({ path }) => group.roots.some((root) => root.every((key, i) => path[i] === key))).length;
}
