import { LANGUAGES } from "@canopy/contract/platform/language";
import { Languages } from "lucide-react";
import { useLanguage, useText } from "../../platform/i18n.ts";
import { Menu } from "../../ui/float/Menu.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { chooseLanguage } from "../language-choice.ts";
import styles from "./header.module.css";

const NAME = { zh: "app.language.zh", en: "app.language.en" } as const;

/** NAV-04: at run time, without a reload. `wide` spells the language out, as on the public pages. */
export function LanguageMenu({ wide = false }: { wide?: boolean }) {
  const t = useText();
  const language = useLanguage();
  const items = LANGUAGES.map((each) => ({
    key: each,
    label: t(NAME[each]),
    chosen: each === language,
    onSelect: () => void chooseLanguage(each),
  }));
  const label = t("app.header.language");
  return (
    <Menu
      label={label}
      items={items}
      trigger={(props) => (
        <button type="button" {...props} className={styles.tool} title={label}>
          {wide && (
            <span className={styles.wideIcon}>
              <Icon of={Languages} />
            </span>
          )}
          <span className="unseen">{label}</span>
          <span className={wide ? styles.wideWord : undefined}>
            {wide ? t(NAME[language]) : t("app.header.languageShort")}
          </span>
          {wide && <span className={styles.narrowWord}>{t("app.header.languageShort")}</span>}
        </button>
      )}
    />
  );
}
