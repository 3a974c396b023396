import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { useTheme } from "../../platform/theme.ts";
import { Button } from "../Button.tsx";
import { Card } from "../Card.tsx";
import { Pager } from "../list/Pager.tsx";
import { EmptyState } from "../marks/EmptyState.tsx";
import { ErrorBoundary } from "../marks/ErrorBoundary.tsx";
import { FailedState } from "../marks/FailedState.tsx";
import { PALETTE, SIGNAL_COLOURS, SIGNAL_DASHES } from "../marks/palette.ts";
import { Skeleton } from "../marks/Skeleton.tsx";
import styles from "./gallery.module.css";

export function GalleryStates() {
  const t = useText();
  const [broken, setBroken] = useState(false);
  return (
    <div className={styles.two}>
      <Card title={t("ui.gallery.empty")}>
        <EmptyState title={t("ui.gallery.emptyTitle")} text={t("ui.gallery.emptyText")} />
      </Card>
      <Card title={t("ui.gallery.loading")}>
        <Skeleton rows={5} columns={3} />
      </Card>
      <Card title={t("ui.gallery.failed")}>
        <FailedState
          title={t("ui.list.failed")}
          trouble={{ code: "network", text: t("platform.error.network") }}
          onRetry={() => {}}
        />
      </Card>
      <Card title={t("ui.error.title")}>
        <ErrorBoundary>
          <Button onClick={() => setBroken(true)}>{t("ui.gallery.break")}</Button>
          {broken && <Breaks />}
        </ErrorBoundary>
      </Card>
      <Card title={t("ui.list.pages")}>
        <Pager
          list={t("ui.gallery.signals")}
          paging={{ mode: "keyset", size: 10, onNext: () => {}, onSize: () => {} }}
        />
      </Card>
    </div>
  );
}

function Breaks(): never {
  throw new Error("broken on purpose");
}

export function GalleryColours() {
  const t = useText();
  const theme = useTheme();
  return (
    <Card title={t("ui.gallery.colours")}>
      <div className={styles.row}>
        {Object.entries(PALETTE[theme]).map(([name, colour]) => (
          <div key={name} className={styles.swatch}>
            <span style={{ background: colour }} />
            {name}
            <code>{colour}</code>
          </div>
        ))}
        {SIGNAL_COLOURS[theme].map((colour, i) => (
          <div key={colour} className={styles.swatch}>
            <svg width="92" height="28" aria-hidden="true">
              <path d="M0 14h92" stroke={colour} strokeWidth="1.5" strokeDasharray={SIGNAL_DASHES[i]?.join(" ")} />
            </svg>
            {t("ui.gallery.signals")} {i + 1}
            <code>{colour}</code>
          </div>
        ))}
      </div>
    </Card>
  );
}
