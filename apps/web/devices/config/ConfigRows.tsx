import type { ConfigChange, ConfigPath } from "@canopy/contract/device-link/config-diff";
import { Plus, RotateCcw, Trash2 } from "lucide-react";
import { useId } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Switch } from "../../ui/form/Switch.tsx";
import { join } from "../../ui/join.ts";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import parts from "../parts.module.css";
import { ConfigControl } from "./ConfigControl.tsx";
import { pathKey } from "./config-draft.ts";
import { type ConfigRow, channelsOf, newEntry, valueAt } from "./config-groups.ts";
import { entryTitle, rangeText, settingHelp, settingLabel, valueText } from "./config-words.ts";
import styles from "./rows.module.css";
import type { DraftTools } from "./use-config-draft.ts";

interface ConfigRowsProps {
  rows: readonly ConfigRow[];
  tools: DraftTools;
  reported: unknown;
  denied: string | undefined;
}

type Kinds = ConfigRow["kind"];
type RowProps<K extends Kinds> = Omit<ConfigRowsProps, "rows"> & { row: Extract<ConfigRow, { kind: K }> };

/** The settings of a group: desired value, range, reported value. */
export function ConfigRows({ rows, ...rest }: ConfigRowsProps) {
  const t = useText();
  return (
    <div className={styles.table}>
      <div className={styles.headRow} aria-hidden="true">
        <span>{t("devices.config.setting")}</span>
        <span>{t("devices.config.desired")}</span>
        <span>{t("devices.config.range")}</span>
        <span>{t("devices.config.reported")}</span>
      </div>
      {rows.map((row) => (
        <Row key={`${row.kind} ${pathKey(row.path)}`} row={row} {...rest} />
      ))}
    </div>
  );
}

function Row({ row, ...rest }: Omit<ConfigRowsProps, "rows"> & { row: ConfigRow }) {
  switch (row.kind) {
    case "leaf":
      return <LeafRow row={row} {...rest} />;
    case "part":
      return <PartRow row={row} {...rest} />;
    case "list":
      return <ListRow row={row} {...rest} />;
    default:
      return <ItemRow row={row} {...rest} />;
  }
}

const isChanged = (changes: readonly ConfigChange[], path: ConfigPath) =>
  changes.some((change) => change.path.length <= path.length && change.path.every((key, i) => path[i] === key));

const DEPTHS = [undefined, styles.depth1, styles.depth2, styles.depth3, styles.depth3];

function LeafRow({ row: { path, field, depth }, tools, reported, denied }: RowProps<"leaf">) {
  const t = useText();
  const noteId = useId();
  const label = settingLabel(t, path);
  const changed = isChanged(tools.changes, path);
  const problem = tools.problems.get(pathKey(path));
  return (
    <div className={join(styles.row, changed && styles.changed)}>
      <div className={join(styles.name, DEPTHS[depth])}>
        <span className={changed ? styles.changedName : undefined}>{label}</span>
        <span className={styles.help}>{settingHelp(t, path)}</span>
      </div>
      <div className={styles.control}>
        <fieldset className={styles.plain} disabled={denied !== undefined} title={denied}>
          <ConfigControl
            field={field}
            path={path}
            value={valueAt(tools.config, path)}
            channels={channelsOf(tools.config)}
            label={label}
            describedBy={noteId}
            isWrong={problem !== undefined}
            onChange={(value) => tools.set(path, value)}
          />
        </fieldset>
        {problem && (
          <span id={noteId} className={parts.problem}>
            {problem}
          </span>
        )}
      </div>
      <div className={styles.range} id={problem ? undefined : noteId}>
        {rangeText(t, path)}
      </div>
      <div className={styles.reported}>
        <span className={styles.narrowOnly}>{t("devices.config.reported")}</span>
        <span>{reported === undefined ? "—" : valueText(t, path, valueAt(reported, path))}</span>
        {changed && (
          <Button
            kind="link"
            icon={RotateCcw}
            aria-label={t("devices.config.resetOf", { name: label })}
            onClick={() => tools.reset(path)}
          >
            {t("devices.config.reset")}
          </Button>
        )}
      </div>
    </div>
  );
}

function PartRow({ row: { path, field, depth, isPresent }, tools, reported, denied }: RowProps<"part">) {
  const t = useText();
  const label = settingLabel(t, path);
  const changed = isChanged(tools.changes, path);
  const problem = tools.problems.get(pathKey(path));
  const there = reported === undefined ? undefined : valueAt(reported, path) !== undefined;
  return (
    <div className={join(styles.row, changed && styles.changed)}>
      <div className={join(styles.name, DEPTHS[depth])}>
        <span className={styles.partName}>{label}</span>
        <span className={styles.help}>{settingHelp(t, path)}</span>
      </div>
      <div className={styles.control}>
        <fieldset className={styles.plain} disabled={denied !== undefined} title={denied}>
          <Switch
            aria-label={label}
            aria-invalid={problem !== undefined}
            checked={isPresent}
            onChange={(on) => tools.set(path, on ? structuredClone(field.initial) : undefined)}
          />
        </fieldset>
        {problem && <span className={parts.problem}>{problem}</span>}
      </div>
      <div className={styles.range} />
      <div className={styles.reported}>
        <span className={styles.narrowOnly}>{t("devices.config.reported")}</span>
        {there === undefined ? "—" : t(there ? "devices.config.on" : "devices.config.unset")}
      </div>
    </div>
  );
}

function ListRow({ row: { path, field, depth, count }, tools, reported, denied }: RowProps<"list">) {
  const t = useText();
  const label = settingLabel(t, path);
  const problem = tools.problems.get(pathKey(path));
  const full = count >= field.items[1] ? t("devices.config.full") : undefined;
  const there = valueAt(reported, path);
  return (
    <div className={join(styles.row, styles.listRow)}>
      <div className={join(styles.name, DEPTHS[depth])}>
        <span className={styles.partName}>{label}</span>
        <span className={styles.help}>{settingHelp(t, path)}</span>
      </div>
      <div className={styles.control}>
        <Button
          icon={Plus}
          denied={denied ?? full}
          aria-label={t("devices.config.addTo", { name: label })}
          onClick={() => tools.set([...path, count], newEntry(tools.config, path, field))}
        >
          {t("devices.config.add")}
        </Button>
        {problem && <span className={parts.problem}>{problem}</span>}
      </div>
      <div className={styles.range}>{`${count} · ${rangeText(t, path)}`}</div>
      <div className={styles.reported}>
        <span className={styles.narrowOnly}>{t("devices.config.reported")}</span>
        {Array.isArray(there) ? t("devices.config.entries", { count: there.length }) : "—"}
      </div>
    </div>
  );
}

function ItemRow({ row: { path, depth, isLast }, tools, denied }: RowProps<"item">) {
  const t = useText();
  const title = entryTitle(t, path, valueAt(tools.config, path));
  const problem = tools.problems.get(pathKey(path));
  return (
    <div className={join(styles.item, isChanged(tools.changes, path) && styles.changed)}>
      <h3 className={join(styles.itemTitle, DEPTHS[depth])}>{title}</h3>
      {problem && <span className={parts.problem}>{problem}</span>}
      <IconButton
        icon={Trash2}
        label={t("devices.config.removeOf", { name: title })}
        denied={denied ?? (isLast ? t("devices.config.least") : undefined)}
        onClick={() => tools.set(path, undefined)}
      />
    </div>
  );
}
