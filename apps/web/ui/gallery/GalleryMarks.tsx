import { useState } from "react";
import { formatBytes } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Card } from "../Card.tsx";
import { CopyButton, CopyText } from "../CopyButton.tsx";
import { Keys } from "../float/KeyboardHints.tsx";
import { Banner } from "../marks/Banner.tsx";
import { Chip } from "../marks/Chip.tsx";
import { Figure } from "../marks/Figure.tsx";
import { LevelMark } from "../marks/LevelMark.tsx";
import { LiveDot } from "../marks/LiveDot.tsx";
import { LoadBar } from "../marks/LoadBar.tsx";
import { LEVELS } from "../marks/levels.ts";
import { ProgressBar } from "../marks/ProgressBar.tsx";
import { Sign } from "../marks/Sign.tsx";
import { StatusDot } from "../marks/StatusDot.tsx";
import { RelativeTime, TimeText } from "../time/TimeText.tsx";
import styles from "./gallery.module.css";

const DEVICE_ID = "0B0A1B22D4071E8850F3";

export function GalleryMarks() {
  const t = useText();
  const { duration } = useTimeFormats();
  const [now] = useState(() => Date.now());
  return (
    <Card title={t("ui.gallery.marks")}>
      <div className={styles.stack}>
        <div className={styles.row}>
          <Sign size={16} />
          <Sign size={36} />
          <Chip tone="green" dot>
            {t("ui.gallery.online")}
          </Chip>
          <Chip dot={false}>{t("ui.gallery.offline")}</Chip>
          <Chip>{t("ui.gallery.group")}</Chip>
          <Chip tone="tip">{t("ui.gallery.updatable")}</Chip>
          <Chip tone="ordinary">{t("ui.gallery.draft")}</Chip>
          <Chip tone="urgent">{t("ui.gallery.full2")}</Chip>
          <StatusDot on label={t("ui.gallery.online")} />
          <StatusDot on={false} label={t("ui.gallery.offline")} />
          {LEVELS.map((level) => (
            <LevelMark key={level} level={level} />
          ))}
          {LEVELS.map((level) => (
            <LevelMark key={level} level={level} compact />
          ))}
        </div>
        <div className={styles.row}>
          <LiveDot state={{ kind: "live" }} />
          <LiveDot state={{ kind: "reconnecting", retryAt: now + 12_000 }} />
          <LiveDot state={{ kind: "offline" }} />
          {[48, 64, 86, 0, null].map((percent) => (
            <LoadBar key={percent} percent={percent} />
          ))}
          <LoadBar percent={48} stale />
        </div>
        <div className={styles.row}>
          <Figure value={1912} unit={t("ui.gallery.framesPerS")} />
          <Figure value={-42.6} unit="A" digits={1} />
          <Figure value={null} unit="V" />
          <Figure value={24159} unit={t("ui.gallery.framesPerS")} stale />
          <span>{formatBytes(44_291_123_200)}</span>
          <span>{duration(4_320_000)}</span>
          <TimeText at={now} withZone />
          <TimeText at={now} precision="ms" />
          <RelativeTime at={now - 12_000} />
          <RelativeTime at={now - 7_200_000} />
          <RelativeTime at={null} />
        </div>
        <div className={styles.row}>
          <CopyText text={DEVICE_ID} />
          <CopyText text={DEVICE_ID} shown="0B0A1B…50F3" />
          <CopyButton text={DEVICE_ID}>{t("ui.copy.copy")}</CopyButton>
          <Keys keys={[["Ctrl", "K"]]} />
          <Keys keys={[["g"], ["h"]]} />
        </div>
        <ProgressBar label={t("ui.tasks.progress", { task: "" })} share={0.42} />
        <ProgressBar label={t("ui.tasks.progress", { task: "" })} share={undefined} />
        {LEVELS.map((level) => (
          <Banner key={level} level={level} title={t("ui.gallery.restarts")}>
            {t("ui.gallery.restartsText")}
          </Banner>
        ))}
      </div>
    </Card>
  );
}
