import { useState } from "react";
import { useText } from "../platform/i18n.ts";
import { useTheme } from "../platform/theme.ts";
import { Button } from "./Button.tsx";
import { Card } from "./Card.tsx";
import { EmptyState } from "./EmptyState.tsx";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { FailedState } from "./FailedState.tsx";
import styles from "./gallery.module.css";
import { PALETTE, SIGNAL_COLOURS } from "./palette.ts";
import { Skeleton } from "./Skeleton.tsx";

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
    </div>
  );
}

function Breaks(): never {
  throw new Error("broken on purpose");
}

export function GalleryColours() {
  const t = useText();
  const theme = useTheme();
  const colours: [string, string][] = [
    ...Object.entries(PALETTE[theme]),
    ...SIGNAL_COLOURS[theme].map((colour, i): [string, string] => [`${t("ui.gallery.signals")} ${i + 1}`, colour]),
  ];
  return (
    <Card title={t("ui.gallery.colours")}>
      <div className={styles.row}>
        {colours.map(([name, colour]) => (
          <div key={name} className={styles.swatch}>
            <span style={{ background: colour }} />
            {name}
            <code>{colour}</code>
          </div>
        ))}
      </div>
    </Card>
  );
}
