import { Link, useNavigate } from "@tanstack/react-router";
import { CircleQuestionMark, LayoutDashboard, Monitor } from "lucide-react";
import type { Me } from "../../accounts/me.ts";
import { useText } from "../../platform/i18n.ts";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { rememberWay } from "../help/help-address.ts";
import styles from "./header.module.css";
import { LanguageMenu } from "./LanguageMenu.tsx";
import { useMainMenu } from "./MainMenu.tsx";
import { openScreen } from "./open-site.ts";
import { PANELS_PATH, SCREENS } from "./ScreenMenu.tsx";
import { ThemeMenu } from "./ThemeMenu.tsx";
import { useUserMenu } from "./UserMenu.tsx";

interface NarrowMenuProps {
  open: boolean;
  onClose(): void;
  me: Me | undefined;
  path: string;
  /** The section of the help for this page. */
  help: string;
}

/** Below 768 px everything of the header stands behind ☰. */
export function NarrowMenu({ open, onClose, me, path, help }: NarrowMenuProps) {
  const t = useText();
  const name = me && (me.user.nick_name || me.user.name);
  return (
    <Dialog drawer open={open} onClose={onClose} title={name ?? t("app.menu.label")} width={320}>
      <Pages path={path} onClose={onClose} />
      <p className={styles.drawerHead}>{t("app.header.screens")}</p>
      {SCREENS.map(({ target, title }) => (
        <button key={target} type="button" className={styles.drawerLine} onClick={() => void openScreen(target)}>
          <Icon of={Monitor} />
          {t(title)}
        </button>
      ))}
      <Link to={PANELS_PATH} activeProps={{}} className={styles.drawerLine} onClick={onClose}>
        <Icon of={LayoutDashboard} />
        {t("app.page.panels")}
      </Link>
      {me && <Account me={me} help={help} onClose={onClose} />}
      <div className={styles.drawerTools}>
        <LanguageMenu wide />
        <ThemeMenu wide />
      </div>
    </Dialog>
  );
}

function Pages({ path, onClose }: { path: string; onClose(): void }) {
  const t = useText();
  return (
    <nav aria-label={t("app.menu.label")}>
      {useMainMenu(path).map(({ item, title, to, isCurrent }) => (
        <Link
          key={item}
          to={to}
          activeProps={{}}
          className={styles.drawerLine}
          aria-current={isCurrent ? "page" : undefined}
          onClick={onClose}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}

function Account({ me, help, onClose }: { me: Me; help: string; onClose(): void }) {
  const t = useText();
  const navigate = useNavigate();
  const { entries, follow } = useUserMenu(me);
  const openHelp = () => {
    rememberWay();
    onClose();
    void navigate({ to: "/doc", search: { type: "help", page: help } });
  };
  return (
    <>
      <p className={styles.drawerHead}>{t("app.user.account")}</p>
      {entries.map(({ key, title, icon, target }) => (
        <button
          key={key}
          type="button"
          className={styles.drawerLine}
          onClick={() => {
            onClose();
            follow(target);
          }}
        >
          <Icon of={icon} />
          {t(title)}
        </button>
      ))}
      <button type="button" className={styles.drawerLine} onClick={openHelp}>
        <Icon of={CircleQuestionMark} />
        {t("app.header.help")}
      </button>
    </>
  );
}
