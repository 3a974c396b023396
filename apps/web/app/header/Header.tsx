import { Link, useRouterState } from "@tanstack/react-router";
import { CircleQuestionMark, ListChecks, Menu as MenuIcon, Search } from "lucide-react";
import { useEffect, useState } from "react";
import type { Me } from "../../accounts/me.ts";
import { MessageBell } from "../../messages/MessageBell.tsx";
import { useText } from "../../platform/i18n.ts";
import { useStore } from "../../platform/kept.ts";
import { liveStore } from "../../platform/live.ts";
import { LazyPart } from "../../ui/LazyPart.tsx";
import { lazyPage } from "../../ui/lazy-page.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { LiveDot } from "../../ui/marks/LiveDot.tsx";
import { Sign } from "../../ui/marks/Sign.tsx";
import { helpPage, rememberWay } from "../help/help-address.ts";
import { addressOfPage } from "../kept-addresses.ts";
import { ShortcutList } from "../palette/ShortcutList.tsx";
import { useShortcuts } from "../palette/use-shortcuts.ts";
import { HOME } from "../session/return-address.ts";
import { SignOutQuestion } from "../session/SignOutQuestion.tsx";
import { CapacityEntry } from "./CapacityEntry.tsx";
import styles from "./header.module.css";
import { LanguageMenu } from "./LanguageMenu.tsx";
import { MainMenu } from "./MainMenu.tsx";
import { NarrowMenu } from "./NarrowMenu.tsx";
import { OpenAlarms } from "./OpenAlarms.tsx";
import { ScreenMenu } from "./ScreenMenu.tsx";
import { useSystemName } from "./system-name.ts";
import { ThemeMenu } from "./ThemeMenu.tsx";
import { UserMenu } from "./UserMenu.tsx";
import { useTenantLogo } from "./use-tenant-logo.ts";

/** As keyboards name them, in any language. */
const PALETTE_KEYS = "Ctrl K";
const PRELOAD_MS = 1500;

/** What is opened from any page, but not with it. */
const CommandPalette = lazyPage(() => import("../palette/CommandPalette.tsx"), "CommandPalette");
const Tasks = lazyPage(() => import("../Tasks.tsx"), "Tasks");

type OpenPanel = "palette" | "keys" | "tasks" | "menu" | null;

export function Header({ me, path }: { me: Me | undefined; path: string }) {
  const t = useText();
  const [open, setOpen] = useState<OpenPanel>(null);
  const live = useStore(liveStore);
  const help = useRouterState({ select: ({ location }) => helpPage(path, location.search.tab) });
  const systemName = useSystemName();
  const logo = useTenantLogo();
  const close = () => setOpen(null);
  // When the page has its own: who types right after Ctrl-K must not type into nothing.
  useEffect(() => {
    const timer = setTimeout(() => void CommandPalette.preload().catch(() => undefined), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  useShortcuts({ onPalette: () => setOpen("palette"), onList: () => setOpen("keys") });

  return (
    <header className={styles.header}>
      <button type="button" className={styles.burger} aria-label={t("app.menu.open")} onClick={() => setOpen("menu")}>
        <Icon of={MenuIcon} size={20} />
      </button>
      <Link to={addressOfPage(HOME)} className={styles.brand}>
        {logo ? <img src={logo} alt="" height={26} /> : <Sign size={26} />}
        <span>{systemName}</span>
      </Link>
      <MainMenu path={path} />
      <div className={styles.tools}>
        <button type="button" className={styles.search} onClick={() => setOpen("palette")}>
          <Icon of={Search} size={14} />
          <span>{t("app.header.search")}</span>
          <kbd>{PALETTE_KEYS}</kbd>
        </button>
        <span className={styles.onlyWide}>
          <ScreenMenu />
        </span>
        <button type="button" className={styles.tool} title={t("app.header.tasks")} onClick={() => setOpen("tasks")}>
          <Icon of={ListChecks} label={t("app.header.tasks")} />
        </button>
        <Link
          to="/doc"
          search={{ type: "help", page: help }}
          onClick={rememberWay}
          className={`${styles.tool} ${styles.onlyWide}`}
          title={t("app.header.help")}
        >
          <Icon of={CircleQuestionMark} label={t("app.header.help")} />
        </Link>
        {me && <CapacityEntry me={me} />}
        {me && (
          <MessageBell
            reader={{ tenantId: me.tenant.id, userId: me.user.id }}
            className={styles.tool}
            foot={(close) => <OpenAlarms onGo={close} />}
          />
        )}
        <LiveDot state={live} />
        <span className={`${styles.divide} ${styles.onlyWide}`} />
        <span className={styles.onlyWide}>
          <LanguageMenu />
          <ThemeMenu />
        </span>
        {me && (
          <span className={styles.onlyWide}>
            <UserMenu me={me} />
          </span>
        )}
      </div>
      <NarrowMenu open={open === "menu"} onClose={close} me={me} path={path} help={help} />
      <ShortcutList open={open === "keys"} onClose={close} />
      <SignOutQuestion />
      {open === "palette" && (
        <LazyPart onFailed={close}>
          <CommandPalette open onClose={close} isSystemManager={me?.privileges.system_manager ?? false} />
        </LazyPart>
      )}
      {open === "tasks" && (
        <LazyPart onFailed={close}>
          <Tasks open onClose={close} />
        </LazyPart>
      )}
    </header>
  );
}
