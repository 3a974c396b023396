import type { DeviceConfiguration } from "@canopy/contract/devices/configuration";
import { Download, Ellipsis, FileUp, History, RefreshCw, Undo2, Users } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/float/Menu.tsx";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import parts from "../parts.module.css";
import { ConfigStateChip } from "./ConfigStateChip.tsx";
import styles from "./editor.module.css";
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
  return (
    <>
      <SearchInput
        className={styles.find}
        label={t("devices.config.find")}
        value={props.find}
        onChange={props.onFind}
      />
      {count > 0 && <Chip tone="ordinary">{t("devices.config.draft", { count })}</Chip>}
      {tools.problems.size > 0 && (
        <Chip tone="urgent">{t("devices.config.problems", { count: tools.problems.size })}</Chip>
      )}
      <div className={styles.tools}>
        {count === 0 && known.desired && (
          <>
            <span className={parts.quiet}>{t("devices.config.version", { version: known.desired.version })}</span>
            <ConfigStateChip state={known.desired.state} />
          </>
        )}
        <Button icon={RefreshCw} busy={props.isReading} denied={denied} onClick={props.onRead}>
          {t("devices.config.read")}
        </Button>
        <Button icon={History} onClick={props.onVersions}>
          {t("devices.config.versions")}
        </Button>
        <Menu
          label={t("devices.config.more")}
          trigger={(trigger) => <IconButton {...trigger} edge icon={Ellipsis} label={t("devices.config.more")} />}
          items={[
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
          ]}
        />
        <Button kind="main" denied={denied ?? nothing} onClick={props.onReview}>
          {t("devices.config.review")}
        </Button>
      </div>
    </>
  );
}
