import { channelName } from "@canopy/contract/device-link/channels";
import type { DeviceConfig } from "@canopy/contract/device-link/config";
import { deviceConfig } from "@canopy/contract/device-link/config";
import { type Consequence, consequencesOf } from "@canopy/contract/device-link/config-diff";
import { configHash, hashText } from "@canopy/contract/device-link/config-hash";
import { CONFIG_NOTE_MAX, type ConfigVersion } from "@canopy/contract/devices/configuration";
import { Users } from "lucide-react";
import { useState } from "react";
import { codeText } from "../../platform/error-texts.ts";
import { type Translate, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { Banner } from "../../ui/marks/Banner.tsx";
import parts from "../parts.module.css";
import { ConfigChanges } from "./ConfigChanges.tsx";
import { ConfigSteps } from "./ConfigSteps.tsx";
import { bitrateText } from "./config-words.ts";
import styles from "./review.module.css";

export interface ReviewProps {
  deviceName: string;
  from: unknown;
  to: DeviceConfig;
  fromVersion: number;
  isOnline: boolean;
  /** The version that was sent from here, as it goes on. */
  sent: ConfigVersion | undefined;
  /** Another user's newer version: both are shown before anything is overwritten. */
  stale: ConfigVersion | undefined;
  isBusy: boolean;
  trouble: string | undefined;
  denied: string | undefined;
  onSend(note: string): void;
  onKeep(): void;
  onApply(): void;
  onKeepMine(): void;
  onTakeTheirs(): void;
  onClose(): void;
}

/** The changes and their consequences before sending; then the progress of delivery. */
export function ConfigReview(props: ReviewProps) {
  const t = useText();
  const [note, setNote] = useState("");
  const { deviceName, from, to, fromVersion, sent, stale } = props;
  const step = t("devices.config.versionStep", {
    device: deviceName,
    from: fromVersion,
    to: sent?.version ?? (stale ? stale.version + 1 : fromVersion + 1),
  });
  return (
    <Dialog
      open
      drawer
      title={
        <>
          {t("devices.config.reviewTitle")} <span className={styles.titleAside}>{step}</span>
        </>
      }
      onClose={props.onClose}
      footer={<ReviewActions {...props} note={note} />}
    >
      <div className={parts.stack}>
        {props.trouble && <Banner level="urgent" alert title={props.trouble} />}
        {stale && (
          <Banner level="ordinary" alert title={t("devices.config.stale", versionWords(stale))}>
            {t("devices.config.staleNote")}
          </Banner>
        )}
        <ConfigChanges from={stale ? stale.config : from} to={to} />
        <Consequences from={stale ? stale.config : from} to={to} />
        <ConfigSteps state={sent?.state ?? "draft"} />
        <Outcome sent={sent} hash={hashText(configHash(to))} isOnline={props.isOnline} />
        {!sent && (
          <Field label={t("devices.config.note")}>
            {(control) => <TextInput {...control} maxLength={CONFIG_NOTE_MAX} value={note} onChange={setNote} />}
          </Field>
        )}
      </div>
    </Dialog>
  );
}

const versionWords = ({ author, version }: ConfigVersion) => ({ author, version });

function ReviewActions({ note, ...props }: ReviewProps & { note: string }) {
  const t = useText();
  if (props.sent) {
    return (
      <>
        <Button icon={Users} className={styles.first} denied={props.denied} onClick={props.onApply}>
          {t("devices.config.apply")}
        </Button>
        <Button kind="main" onClick={props.onClose}>
          {t("ui.action.close")}
        </Button>
      </>
    );
  }
  if (props.stale) {
    return (
      <>
        <Button onClick={props.onTakeTheirs}>{t("devices.config.takeTheirs")}</Button>
        <Button kind="main" onClick={props.onKeepMine}>
          {t("devices.config.keepMine")}
        </Button>
      </>
    );
  }
  return (
    <>
      <Button icon={Users} className={styles.first} denied={props.denied} onClick={props.onApply}>
        {t("devices.config.apply")}
      </Button>
      <Button onClick={props.onKeep}>{t("devices.config.keepDraft")}</Button>
      <Button kind="main" busy={props.isBusy} denied={props.denied} onClick={() => props.onSend(note)}>
        {t("devices.config.send")}
      </Button>
    </>
  );
}

function Consequences({ from, to }: { from: unknown; to: DeviceConfig }) {
  const t = useText();
  const before = deviceConfig.safeParse(from).data;
  const found = before ? consequencesOf(before, to) : [];
  if (found.length === 0) return null;
  return (
    <Banner level="ordinary">
      {found.map((each) => (
        <p key={`${each.code} ${"channel" in each ? each.channel : ""}`}>{consequenceText(t, each)}</p>
      ))}
    </Banner>
  );
}

function consequenceText(t: Translate, each: Consequence): string {
  const channel = "channel" in each ? channelName(each.channel) : "";
  const rate = "baudRate" in each ? bitrateText(each.baudRate) : "";
  return t(`devices.config.${each.code}`, { channel, rate });
}

function Outcome({ sent, hash, isOnline }: { sent: ConfigVersion | undefined; hash: string; isOnline: boolean }) {
  const t = useText();
  const reason = sent?.problem ? (codeText(sent.problem) ?? sent.problem) : "";
  if (sent?.state === "confirmed") return <Banner level="tip">{t("devices.config.confirmedNow", { hash })}</Banner>;
  if (sent?.state === "refused") {
    return (
      <Banner level="urgent" alert>
        {t("devices.config.refusedNow", { reason })}
      </Banner>
    );
  }
  if (sent?.state === "failed") {
    return (
      <Banner level="urgent" alert>
        {t("devices.config.failedNow", { reason })}
      </Banner>
    );
  }
  if (sent?.state === "waiting" && (sent.problem || !isOnline)) {
    return <Banner level="ordinary">{t("devices.config.offlineNow")}</Banner>;
  }
  return <p className={parts.quiet}>{t("devices.config.confirmNote", { hash })}</p>;
}
