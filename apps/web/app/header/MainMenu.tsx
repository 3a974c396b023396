import { Link } from "@tanstack/react-router";
import { useText } from "../../platform/i18n.ts";
import { addressOfPage } from "../kept-addresses.ts";
import { MENU, type MenuItem, type PagePath, pageAt } from "../page-table.ts";
import styles from "./header.module.css";

const MENU_PATH: Record<MenuItem, PagePath> = {
  home: "/Container/HomePage",
  cars: "/Container/CarManager",
  dbc: "/Container/DBCManager",
  statistics: "/Container/DataStatistics",
  ecu: "/Container/ECUManager",
  fences: "/Container/EFenceManager",
};

/** NAV-04: which item is highlighted follows from the path: CarDetails is a vehicle, EFenceEditor a fence. */
export function useMainMenu(path: string) {
  const t = useText();
  const current = pageAt(path)?.menu;
  return MENU.map((item) => ({
    item,
    title: t(`app.menu.${item}`),
    to: addressOfPage(MENU_PATH[item]),
    isCurrent: item === current,
  }));
}

export function MainMenu({ path }: { path: string }) {
  const t = useText();
  return (
    <nav className={styles.nav} aria-label={t("app.menu.label")}>
      {useMainMenu(path).map(({ item, title, to, isCurrent }) => (
        <Link key={item} to={to} activeProps={{}} aria-current={isCurrent ? "page" : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
