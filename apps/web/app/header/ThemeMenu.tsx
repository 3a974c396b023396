import { Monitor, Moon, Sun } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { THEME_CHOICES, themeStore, useTheme } from "../../platform/theme.ts";
import { Menu } from "../../ui/float/Menu.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import styles from "./header.module.css";

const WORD = { light: "app.theme.light", dark: "app.theme.dark", system: "app.theme.system" } as const;
const ICON = { light: Sun, dark: Moon, system: Monitor } as const;

export function ThemeMenu({ wide = false }: { wide?: boolean }) {
  const t = useText();
  const choice = useStore(themeStore);
  const theme = useTheme();
  const items = THEME_CHOICES.map((each) => ({
    key: each,
    label: t(WORD[each]),
    icon: ICON[each],
    chosen: each === choice,
    onSelect: () => themeStore.set(each),
  }));
  const label = t("app.header.theme");
  return (
    <Menu
      label={label}
      items={items}
      trigger={(props) => (
        <button type="button" {...props} className={styles.tool} title={label}>
          <Icon of={ICON[theme]} />
          <span className="unseen">{label}</span>
          {wide && <span className={styles.wideWord}>{t(WORD[theme])}</span>}
        </button>
      )}
    />
  );
}
