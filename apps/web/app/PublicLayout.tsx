import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { CircleQuestionMark } from "lucide-react";
import { useText } from "../platform/i18n.ts";
import { signInInfoQuery, useConfiguration } from "../settings/configuration.ts";
import { Icon } from "../ui/marks/Icon.tsx";
import { Sign } from "../ui/marks/Sign.tsx";
import { Footer } from "./header/Footer.tsx";
import headerStyles from "./header/header.module.css";
import { LanguageMenu } from "./header/LanguageMenu.tsx";
import { useSystemName } from "./header/system-name.ts";
import { ThemeMenu } from "./header/ThemeMenu.tsx";
import { helpPage } from "./help/help-address.ts";
import styles from "./layout.module.css";

/** NAV-07: header 110, footer 60, and the window's rest between them. */
export function PublicLayout() {
  const t = useText();
  const systemName = useSystemName();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { homepageLogo } = useConfiguration();
  const logo = useQuery(signInInfoQuery).data?.loginLogo || homepageLogo;
  return (
    <div className={styles.publicPage}>
      <header className={styles.publicHeader}>
        <Link to="/Login" className={styles.publicBrand}>
          {logo ? <img src={logo} alt="" height={36} /> : <Sign size={36} />}
          <span>{systemName}</span>
        </Link>
        <div className={headerStyles.tools}>
          <Link to="/doc" search={{ type: "help", page: helpPage(path) }} className={headerStyles.tool}>
            <Icon of={CircleQuestionMark} />
            <span className={headerStyles.wideWord}>{t("app.header.help")}</span>
            <span className={headerStyles.narrowUnseen}>{t("app.header.help")}</span>
          </Link>
          <LanguageMenu wide />
          <ThemeMenu wide />
        </div>
      </header>
      <main className={styles.publicMain}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
