import type { DeviceConfiguration } from "@canopy/contract/devices/configuration";
import { Download, FileUp, History, RefreshCw, Undo2, Users } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import type { MenuItem } from "../../ui/float/Menu.tsx";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { Toolbar } from "../../ui/toolbar/Toolbar.tsx";
import parts from "../parts.module.css";
import { ConfigStateChip } from "./ConfigStateChip.tsx";
import type { DraftTools } from "./use-config-draft.ts";

interface ConfigToolsProps {
  find: string;
  known: DeviceConfiguration;
  tools: DraftTools;
  denied: string | undefined;
  isReading: boolean;
  onFind(text: string): void;
  onReview(): void;
  onRead(): void;
  onVersions(): void;
  onApply(): void;
  onImport(): void;
  onExport(): void;
}

export function ConfigTools(props: ConfigToolsProps) {
  const t = useText();
  const { known, tools, denied } = props;
  const count = tools.changes.length;
  const nothing = count === 0 ? t("devices.config.nothingChanges") : undefined;
  const menu: MenuItem[] = [
    { key: "import", icon: FileUp, label: t("devices.config.import"), denied, onSelect: props.onImport },
    { key: "export", icon: Download, label: t("devices.config.export"), onSelect: props.onExport },
    { key: "apply", icon: Users, label: t("devices.config.apply"), denied, onSelect: props.onApply },
    {
      key: "discard",
      icon: Undo2,
      label: t("devices.config.discard"),
      apart: true,
      denied: nothing,
      onSelect: tools.discard,
    },
  ];
  const find = <SearchInput label={t("devices.config.find")} value={props.find} onChange={props.onFind} />;
  const draft = count > 0 && <Chip tone="ordinary">{t("devices.config.draft", { count })}</Chip>;
  const wrong = tools.problems.size;
  const problems = wrong > 0 && <Chip tone="urgent">{t("devices.config.problems", { count: wrong })}</Chip>;
  const read = (
    <Button icon={RefreshCw} busy={props.isReading} denied={denied} onClick={props.onRead}>
      {t("devices.config.read")}
    </Button>
  );
  const versions = (
    <Button icon={History} onClick={props.onVersions}>
      {t("devices.config.versions")}
    </Button>
  );
  const review = (
    <Button kind="main" denied={denied ?? nothing} onClick={props.onReview}>
      {t("devices.config.review")}
    </Button>
  );
  return (
    <Toolbar
      label={t("devices.config.tools")}
      items={[
        { key: "find", content: find, minPx: 140 },
        { key: "draft", content: draft, sign: count, priority: 1 },
        { key: "problems", content: problems, priority: 1 },
        {
          key: "sent",
          content: count === 0 && known.desired && <SentState desired={known.desired} />,
          sign: `${known.desired?.version} ${known.desired?.state}`,
          priority: 2,
          atEnd: true,
        },
        { key: "read", content: read, priority: 3, atEnd: true },
        { key: "versions", content: versions, priority: 4, atEnd: true },
        { key: "review", content: review, atEnd: true, atBottom: true },
      ]}
      menu={menu}
      menuLabel={t("devices.config.more")}
    />
  );
}

function SentState({ desired }: { desired: NonNullable<DeviceConfiguration["desired"]> }) {
  const t = useText();
  return (
    <>
      <span className={parts.quiet}>{t("devices.config.version", { version: desired.version })}</span>
      <ConfigStateChip state={desired.state} />
    </>
  );
}
