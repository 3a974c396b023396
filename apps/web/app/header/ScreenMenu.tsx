import { useNavigate } from "@tanstack/react-router";
import { Monitor } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Menu } from "../../ui/float/Menu.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import styles from "./header.module.css";
import { openScreen } from "./open-site.ts";

/** NAV-05 */
export const SCREENS = [
  { target: "can_monitor", title: "app.page.monitorScreen" },
  { target: "can_operation", title: "app.page.operationScreen" },
] as const;

export const PANELS_PATH = "/Container/Panels";

export function ScreenMenu() {
  const t = useText();
  const label = t("app.header.screens");
  const navigate = useNavigate();
  const items = [
    ...SCREENS.map(({ target, title }) => ({
      key: target as string,
      label: t(title),
      onSelect: () => void openScreen(target),
    })),
    { key: "panels", label: t("app.page.panels"), onSelect: () => void navigate({ to: PANELS_PATH }) },
  ];
  return (
    <Menu
      label={label}
      items={items}
      trigger={(props) => (
        <button type="button" {...props} className={styles.tool} title={label}>
          <Icon of={Monitor} label={label} />
        </button>
      )}
    />
  );
}
