import { Cable } from "lucide-react";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { useNarrow } from "../../ui/use-narrow.ts";
import { countIn } from "./ConfigChanges.tsx";
import { ConfigRows } from "./ConfigRows.tsx";
import { type ConfigGroup, type ConfigRow, configGroups, configRows, valueAt } from "./config-groups.ts";
import { groupTitle, settingHelp, settingLabel } from "./config-words.ts";
import styles from "./editor.module.css";
import { FilterPreview, type WatchTraffic } from "./FilterPreview.tsx";
import { TimingDialog } from "./TimingDialog.tsx";
import type { DraftTools } from "./use-config-draft.ts";

interface ConfigBodyProps {
  thingsId: string;
  tools: DraftTools;
  reported: unknown;
  denied: string | undefined;
  group: string;
  find: string;
  onGroup(key: string): void;
  watchTraffic: WatchTraffic;
}

/** Groups at the left, the settings of the chosen one at the right; or whatever the search finds. */
export function ConfigBody(props: ConfigBodyProps) {
  const t = useText();
  const { tools, find, reported, denied } = props;
  const groups = configGroups(tools.config);
  const chosen = groups.find(({ key }) => key === props.group) ?? groups[0];
  if (find !== "") return <Found {...props} groups={groups} />;
  if (!chosen) return null;
  return (
    <div className={styles.body}>
      <GroupChoice groups={groups} chosen={chosen} tools={tools} onGroup={props.onGroup} />
      <div className={styles.column}>
        <Card title={groupTitle(t, chosen.title)} aside={<TimingButton group={chosen} tools={tools} denied={denied} />}>
          <ConfigRows rows={configRows(tools.config, chosen)} tools={tools} reported={reported} denied={denied} />
        </Card>
        {("channel" in chosen.title || chosen.title.name === "upload") && (
          <FilterPreview
            thingsId={props.thingsId}
            config={tools.checked}
            watch={props.watchTraffic}
            channel={"channel" in chosen.title ? chosen.title.channel : undefined}
          />
        )}
      </div>
    </div>
  );
}

interface GroupChoiceProps {
  groups: readonly ConfigGroup[];
  chosen: ConfigGroup;
  tools: DraftTools;
  onGroup(key: string): void;
}

function GroupChoice({ groups, chosen, tools, onGroup }: GroupChoiceProps) {
  const t = useText();
  const narrow = useNarrow();
  const label = t("devices.config.groups");
  if (narrow) {
    const options = groups.map((group) => {
      const count = countIn(tools.changes, group);
      return { value: group.key, label: `${groupTitle(t, group.title)}${count > 0 ? ` · ${count}` : ""}` };
    });
    return <Select aria-label={label} options={options} value={chosen.key} onChange={onGroup} />;
  }
  return (
    <nav className={styles.groups} aria-label={label}>
      {groups.map((group) => (
        <GroupButton
          key={group.key}
          group={group}
          isChosen={group === chosen}
          count={countIn(tools.changes, group)}
          onChoose={() => onGroup(group.key)}
        />
      ))}
    </nav>
  );
}

interface GroupButtonProps {
  group: ConfigGroup;
  isChosen: boolean;
  count: number;
  onChoose(): void;
}

function GroupButton({ group, isChosen, count, onChoose }: GroupButtonProps) {
  const t = useText();
  return (
    <button type="button" aria-current={isChosen ? "true" : undefined} className={styles.group} onClick={onChoose}>
      {groupTitle(t, group.title)}
      {count > 0 && (
        <span className={styles.badge}>
          {count}
          <span className="unseen">{t("devices.config.changes", { count })}</span>
        </span>
      )}
    </button>
  );
}

function Found({ tools, reported, denied, find, groups }: ConfigBodyProps & { groups: readonly ConfigGroup[] }) {
  const t = useText();
  const wanted = find.trim().toLowerCase();
  const matches = (row: ConfigRow) => {
    if (row.kind === "item") return false;
    const words = [settingLabel(t, row.path), settingHelp(t, row.path), row.path.join(".")];
    return words.some((word) => word.toLowerCase().includes(wanted));
  };
  const found = groups
    .map((group) => ({ group, rows: configRows(tools.config, group).filter(matches) }))
    .filter(({ rows }) => rows.length > 0);
  if (found.length === 0) return <EmptyState title={t("devices.config.noSetting")} />;
  return (
    <div className={styles.column}>
      {found.map(({ group, rows }) => (
        <Card key={group.key} title={groupTitle(t, group.title)}>
          <ConfigRows rows={rows} tools={tools} reported={reported} denied={denied} />
        </Card>
      ))}
    </div>
  );
}

function TimingButton({ group, tools, denied }: { group: ConfigGroup; tools: DraftTools; denied: string | undefined }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const [root] = group.roots;
  if (!("channel" in group.title) || !root) return null;
  const numberAt = (name: string) => {
    const value = valueAt(tools.config, [...root, name]);
    return typeof value === "number" ? value : undefined;
  };
  return (
    <>
      <Button icon={Cable} denied={denied} onClick={() => setOpen(true)}>
        {t("devices.config.timing")}
      </Button>
      {isOpen && (
        <TimingDialog
          channel={group.title.channel}
          baudRate={numberAt("baud_rate") ?? 500_000}
          dataBaudRate={numberAt("data_baud_rate")}
          onUse={(phase, { rate, timing }) => {
            const [rateName, name] = phase === "data" ? ["data_baud_rate", "data_timing"] : ["baud_rate", "timing"];
            const entry = valueAt(tools.config, root);
            tools.set(root, { ...Object(entry), [rateName ?? ""]: rate, [name ?? ""]: timing });
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
