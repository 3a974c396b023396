import { Link } from "@tanstack/react-router";
import { Menu as MenuIcon } from "lucide-react";
import { useSession } from "../../accounts/session.ts";
import { useText } from "../../platform/i18n.ts";
import { SearchInput } from "../../ui/list/SearchInput.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { Sign } from "../../ui/marks/Sign.tsx";
import { LanguageMenu } from "../header/LanguageMenu.tsx";
import { useSystemName } from "../header/system-name.ts";
import { ThemeMenu } from "../header/ThemeMenu.tsx";
import styles from "./help.module.css";
import { wayBack } from "./way-back.ts";

interface HelpHeaderProps {
  typed: string;
  onType(text: string): void;
  onContents(): void;
}

export function HelpHeader({ typed, onType, onContents }: HelpHeaderProps) {
  const t = useText();
  const systemName = useSystemName();
  return (
    <header className={styles.bar}>
      <button type="button" className={styles.burger} aria-label={t("app.help.contents")} onClick={onContents}>
        <Icon of={MenuIcon} size={20} />
      </button>
      <Link to="/doc" search={{ type: "help" }} activeProps={{}} className={styles.brand}>
        <Sign size={26} />
        <span>{t("app.help.brand", { system: systemName })}</span>
      </Link>
      <SearchInput className={styles.search} label={t("app.help.search")} value={typed} onChange={onType} />
      <div className={styles.tools}>
        <LanguageMenu />
        <ThemeMenu />
        <WayOut />
      </div>
    </header>
  );
}

/** Back to the page one came from; who is not signed in may do that here. */
function WayOut() {
  const t = useText();
  const session = useSession();
  const { href, title, titleKey } = wayBack();
  if (!session)
    return (
      <Link to="/Login" className={styles.out}>
        {t("app.help.signIn")}
      </Link>
    );
  return (
    <Link to={href} className={styles.out}>
      {t("app.help.back", { page: title ?? t(titleKey) })}
    </Link>
  );
}
