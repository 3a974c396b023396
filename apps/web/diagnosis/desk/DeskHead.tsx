import type { UdsSettings } from "@canopy/contract/device-link/uds-job";
import { Settings, Unplug } from "lucide-react";
import { useState } from "react";
import { TabTools } from "../../devices/details/device-tab.tsx";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { Chip } from "../../ui/marks/Chip.tsx";
import { IconButton } from "../../ui/marks/IconButton.tsx";
import { hexOf } from "../hex.ts";
import { LeaveDiagnosis } from "../sequences/LeaveDiagnosis.tsx";
import styles from "./desk.module.css";
import { isReaddressed, PRESETS } from "./desk-settings.ts";
import "./desk-texts.ts";
import { SettingsDialog } from "./SettingsDialog.tsx";
import type { Desk } from "./use-desk.ts";

/** Of one kind each: the ECU, its state, the settings, the end. */
export function DeskHead({ desk, onEcu }: { desk: Desk; onEcu(key: string): void }) {
  const t = useText();
  const [asking, setAsking] = useState<"settings" | "end">();
  const options = [
    ...desk.ecus.map((ecu) => ({ value: ecu.ecu_id, label: `${ecu.name} ${wayOf(desk.settingsOf(ecu))}` })),
    ...PRESETS.map(({ key, title }) => ({ value: key, label: t(title) })),
  ];
  return (
    <TabTools>
      <div className={styles.head}>
        <Select<string>
          aria-label={t("diagnosis.desk.ecu")}
          options={options}
          value={options.some(({ value }) => value === desk.ecuKey) ? desk.ecuKey : PRESETS[0].key}
          onChange={onEcu}
        />
        <IconButton icon={Settings} label={t("diagnosis.settings.title")} onClick={() => setAsking("settings")} />
        {isReaddressed(desk.settings, desk.ownSettings) && (
          <Chip tone="ordinary">{t("diagnosis.desk.changed", { way: wayOf(desk.settings) })}</Chip>
        )}
        <SessionState desk={desk} />
        {desk.session && (
          <Button icon={Unplug} denied={desk.denied} busy={desk.end.isPending} onClick={() => setAsking("end")}>
            {t("diagnosis.desk.end")}
          </Button>
        )}
      </div>
      {asking === "settings" && (
        <SettingsDialog
          settings={desk.settings}
          own={desk.ownSettings}
          onClose={() => setAsking(undefined)}
          onDone={(settings) => {
            desk.setSettings(settings);
            setAsking(undefined);
          }}
        />
      )}
      <LeaveDiagnosis desk={desk} />
      <Confirm
        open={asking === "end"}
        title={t("diagnosis.desk.end")}
        action={t("diagnosis.desk.end")}
        onConfirm={() => {
          desk.end.mutate();
          setAsking(undefined);
        }}
        onClose={() => setAsking(undefined)}
      >
        {t("diagnosis.desk.endNote")}
      </Confirm>
    </TabTools>
  );
}

const wayOf = ({ physical_id, response_id }: UdsSettings) => `${hexOf(physical_id)} → ${hexOf(response_id)}`;

function SessionState({ desk: { session, isMine, settings } }: { desk: Desk }) {
  const t = useText();
  const formats = useTimeFormats();
  if (!session) return <span className={styles.quiet}>{t("diagnosis.desk.none")}</span>;
  if (!isMine) {
    const values = { user: session.user_name, time: formats.time(session.since) };
    return <Chip tone="ordinary">{t("diagnosis.desk.other", values)}</Chip>;
  }
  const state = session.ecus.find(
    ({ channel, physical_id }) => channel === settings.channel && physical_id === settings.physical_id,
  );
  const name = state?.session ?? 1;
  const title = name === 3 ? "extended" : name === 2 ? "programming" : name === 1 ? "default" : "own";
  return (
    <span className={styles.state}>
      <Chip tone={name === 1 ? "neutral" : "green"} dot={name !== 1}>
        {t(`diagnosis.desk.session.${title}`, { session: hexOf(name) })}
      </Chip>
      {name !== 1 && <span className={styles.quiet}>{t("diagnosis.desk.keepAlive")}</span>}
      {state && state.unlocked > 0 && <span>{t("diagnosis.desk.unlocked", { level: state.unlocked })}</span>}
    </span>
  );
}
