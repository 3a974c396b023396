import { ChevronDown } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Menu, type MenuItem } from "../../ui/float/Menu.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import styles from "./details.module.css";
import { DEVICE_TABS, type DeviceTab, offeredSubs, type SubTab } from "./device-tabs.ts";

interface TabMenuProps {
  tab: DeviceTab;
  sub: SubTab;
  onTab(tab: string, sub?: string): void;
}

/** On a phone: the part that is open, and all others behind it. */
export function TabMenu({ tab, sub, onTab }: TabMenuProps) {
  const t = useText();
  const label = t("app.details.tabs");
  const items: MenuItem[] = DEVICE_TABS.flatMap((one) =>
    offeredSubs(one).map((part, at) => ({
      key: `${one.key}.${part.key}`,
      label: t(part.title),
      chosen: one === tab && part === sub,
      ...(at === 0 && one.subs.length > 1 ? { heading: t(one.title) } : { apart: at === 0 }),
      onSelect: () => onTab(one.key, part.key),
    })),
  );
  return (
    <Menu
      label={label}
      items={items}
      trigger={(props) => (
        <button type="button" className={styles.tabMenu} {...props}>
          <span>{t(sub.title)}</span>
          <span className="unseen">{label}</span>
          <Icon of={ChevronDown} size={14} />
        </button>
      )}
    />
  );
}
