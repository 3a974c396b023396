import { Link, useNavigate } from "@tanstack/react-router";
import { CircleQuestionMark, Monitor } from "lucide-react";
import type { Me } from "../../accounts/me.ts";
import { useText } from "../../platform/i18n.ts";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import styles from "./header.module.css";
import { LanguageMenu } from "./LanguageMenu.tsx";
import { useMainMenu } from "./MainMenu.tsx";
import { openScreen } from "./open-site.ts";
import { SCREENS } from "./ScreenMenu.tsx";
import { ThemeMenu } from "./ThemeMenu.tsx";
import { useUserMenu } from "./UserMenu.tsx";

interface NarrowMenuProps {
  open: boolean;
  onClose(): void;
  me: Me | undefined;
  path: string;
}

/** Below 768 px everything of the header stands behind ☰. */
export function NarrowMenu({ open, onClose, me, path }: NarrowMenuProps) {
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
      {me && <Account me={me} onClose={onClose} />}
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

function Account({ me, onClose }: { me: Me; onClose(): void }) {
  const t = useText();
  const navigate = useNavigate();
  const { entries, follow } = useUserMenu(me);
  const help = () => {
    onClose();
    void navigate({ href: "/doc?type=help" });
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
      <button type="button" className={styles.drawerLine} onClick={help}>
        <Icon of={CircleQuestionMark} />
        {t("app.header.help")}
      </button>
    </>
  );
}
