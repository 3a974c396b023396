import type { DeviceConfiguration } from "@canopy/contract/devices/configuration";
import { useMemo, useRef, useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { LeaveGuard } from "../../ui/form/LeaveGuard.tsx";
import { type DeviceTabProps, TabTools } from "../details/device-tab.tsx";
import { ApplyConfig } from "./ApplyConfig.tsx";
import { ConfigBody } from "./ConfigBody.tsx";
import { ConfigNotices } from "./ConfigNotices.tsx";
import { ConfigReview } from "./ConfigReview.tsx";
import { ConfigTools } from "./ConfigTools.tsx";
import { ConfigVersions } from "./ConfigVersions.tsx";
import { firstConfig, groupAt } from "./config-groups.ts";
import { lostText } from "./config-words.ts";
import styles from "./editor.module.css";
import type { WatchTraffic } from "./FilterPreview.tsx";
import { ImportConfig } from "./ImportConfig.tsx";
import { exportConfig, useConfigActions } from "./use-config-actions.ts";
import { useConfigDraft } from "./use-config-draft.ts";

/** The same device and tab: other parameters belong to this tab. */
const PLACE = ["id", "tab", "sub"];

interface ConfigEditorProps extends DeviceTabProps {
  watchTraffic: WatchTraffic;
  /** Whose changes are kept in this browser. */
  userId: string;
  known: DeviceConfiguration;
}

/** The form with everything around it: tools above, review, versions and files beside. */
export function ConfigEditor({ device, known, userId, search, onSearch, watchTraffic }: ConfigEditorProps) {
  const t = useText();
  const first = useMemo(() => firstConfig(device.channel_enable), [device.channel_enable]);
  const tools = useConfigDraft({ userId, thingsId: device.id }, known, first);
  const actions = useConfigActions(device, tools);
  const [aside, setAside] = useState<"versions" | "apply">();
  const file = useRef<HTMLInputElement>(null);
  const denied = device.level === "write" ? undefined : t("ui.rights.write", { device: device.name });
  const { desired } = known;
  const stale = tools.draft && desired && desired.version > tools.draft.baseVersion ? desired : undefined;
  const sent = desired && actions.reviewed?.sentVersion === desired.version ? desired : undefined;

  const review = () => {
    if (tools.checked) {
      actions.write.reset();
      actions.review({ from: tools.base, to: tools.checked, fromVersion: tools.baseVersion });
      return;
    }
    const [wrong = ""] = tools.problems.keys();
    onSearch({ group: groupAt(tools.config, wrong)?.key, find: undefined });
    addNote({ tone: "ordinary", text: t("devices.config.problems", { count: tools.problems.size }) });
  };
  const shown = actions.reviewed;
  return (
    <div className={styles.editor}>
      <TabTools>
        <ConfigTools
          find={search.find ?? ""}
          known={known}
          tools={tools}
          denied={denied}
          isReading={actions.read.isPending}
          onFind={(find) => onSearch({ find })}
          onReview={review}
          onRead={() => actions.read.mutate()}
          onVersions={() => setAside("versions")}
          onApply={() => setAside("apply")}
          onImport={() => file.current?.click()}
          onExport={() => tools.checked && exportConfig(tools.checked, device, tools.baseVersion)}
        />
      </TabTools>
      <form>
        <ImportConfig
          input={file}
          onConfig={(config) => {
            tools.replace({ config, origin: "import", restoredFrom: null });
            addNote({ tone: "done", text: t("devices.config.imported") });
          }}
        />
      </form>
      <ConfigNotices
        known={known}
        stale={stale}
        tools={tools}
        denied={denied}
        onReview={review}
        onSendAgain={() => desired && actions.write.mutate({ of: "version", version: desired })}
      />
      <ConfigBody
        thingsId={device.id}
        tools={tools}
        reported={known.reported?.config ?? undefined}
        denied={denied}
        group={search.group ?? ""}
        find={search.find ?? ""}
        onGroup={(group) => onSearch({ group, find: undefined })}
        watchTraffic={watchTraffic}
      />
      {shown && (
        <ConfigReview
          deviceName={device.name}
          from={shown.from}
          to={shown.to}
          fromVersion={shown.fromVersion}
          isOnline={known.online}
          sent={sent}
          stale={shown.sentVersion === undefined ? stale : undefined}
          isBusy={actions.write.isPending}
          trouble={actions.trouble}
          denied={denied}
          onSend={(note) => actions.write.mutate({ of: "draft", to: shown.to, note })}
          onKeep={() => {
            tools.keep();
            actions.review(undefined);
            addNote({ tone: "done", text: t("devices.config.kept") });
          }}
          onApply={() => setAside("apply")}
          onKeepMine={() => {
            const lost = tools.rebase();
            actions.review(undefined);
            if (lost.length > 0) addNote({ tone: "urgent", text: lostText(t, lost, tools.config) });
          }}
          onTakeTheirs={() => {
            tools.discard();
            actions.review(undefined);
          }}
          onClose={() => actions.review(undefined)}
        />
      )}
      {aside === "versions" && (
        <ConfigVersions
          thingsId={device.id}
          denied={denied}
          newest={desired?.config ?? tools.base}
          onRestore={({ version, config }) => {
            tools.replace({ config, origin: "restore", restoredFrom: version });
            setAside(undefined);
            actions.write.reset();
            actions.review({ from: desired?.config ?? tools.base, to: config, fromVersion: desired?.version ?? 0 });
          }}
          onClose={() => setAside(undefined)}
        />
      )}
      {aside === "apply" && tools.checked && (
        <ApplyConfig thingsId={device.id} config={shown?.to ?? tools.checked} onClose={() => setAside(undefined)} />
      )}
      <LeaveGuard
        isUnkept={tools.isUnkept}
        place={PLACE}
        texts={{
          title: t("devices.config.unsavedTitle"),
          text: t("devices.config.unsavedText"),
          stay: t("ui.action.cancel"),
          drop: t("devices.config.leave"),
          keep: t("devices.config.keepAndLeave"),
        }}
        onKeep={tools.keep}
      />
    </div>
  );
}
