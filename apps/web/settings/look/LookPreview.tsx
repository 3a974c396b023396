import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { CopyText } from "../../ui/CopyButton.tsx";
import { Segmented } from "../../ui/form/Segmented.tsx";
import { Sign } from "../../ui/marks/Sign.tsx";
import type { Look } from "./LookForm.tsx";
import styles from "./look.module.css";

interface LookPreviewProps {
  look: Look;
  defaults: Look;
  /** Address of the tenant's own sign-in page. */
  address: string;
}

/** How header, sign-in page and footer will look, before anybody else sees it. */
export function LookPreview({ look, defaults, address }: LookPreviewProps) {
  const t = useText();
  const [theme, setTheme] = useState<"light" | "dark">("light");
  const name = look.systemName || defaults.systemName;
  const logo = look.systemLogo || defaults.systemLogo;
  const company = look.systemWebBottomCompany || defaults.systemWebBottomCompany;
  const mark = logo ? <img src={logo} alt="" height={28} /> : <Sign size={28} />;
  const themes = [
    { value: "light", label: t("settings.look.light") },
    { value: "dark", label: t("settings.look.dark") },
  ] as const;
  return (
    <section className={styles.preview} aria-label={t("settings.look.preview")}>
      <Segmented label={t("settings.look.preview")} options={themes} value={theme} onChange={setTheme} />
      <div className={styles.picture} data-theme={theme}>
        <header>
          {mark} <strong>{name}</strong>
        </header>
        <div className={styles.signIn}>
          {mark}
          <strong>{name}</strong>
          <span className={styles.button}>{t("settings.look.signInWord")}</span>
        </div>
        <footer>
          <span>{company}</span>
          <span>{look.systemWebBottomPhone || defaults.systemWebBottomPhone}</span>
          <span>{look.systemWebBottomEmail || defaults.systemWebBottomEmail}</span>
        </footer>
      </div>
      <p className={styles.note}>{t("settings.look.previewSignIn")}</p>
      <CopyText text={address} />
      {company !== defaults.systemWebBottomCompany && <p className={styles.note}>⚠ {t("settings.look.lowCode")}</p>}
    </section>
  );
}
