import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import type { Me } from "../../accounts/me.ts";
import { useHasLicence } from "../../devices/licences/licence-query.ts";
import { type Translate, useText } from "../../platform/i18n.ts";
import { resourceLinksQuery, useConfiguration } from "../../settings/configuration.ts";
import { Menu } from "../../ui/float/Menu.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import { askSignOut } from "../session/ask-sign-out.ts";
import styles from "./header.module.css";
import { openSite } from "./open-site.ts";
import { useContact } from "./use-contact.ts";
import { useHasBilling } from "./use-has-billing.ts";
import { type UserMenuEntry, type UserMenuTarget, userMenuFor } from "./user-menu.ts";

/** The entries for this user, with their actions. */
export function useUserMenu({ privileges }: Me): { entries: UserMenuEntry[]; follow(target: UserMenuTarget): void } {
  const navigate = useNavigate();
  const { link } = useConfiguration();
  const hasBilling = useHasBilling();
  const hasLicence = useHasLicence();
  const { isDefaultCompany } = useContact();
  const links = useQuery(resourceLinksQuery).data ?? {};
  const entries = userMenuFor({
    isManager: privileges.tenant_manager,
    isSystemManager: privileges.system_manager,
    hasLicence,
    hasBilling,
    hasLowCode: Boolean(link.manage || links.manage) && isDefaultCompany,
  });
  const follow = (target: UserMenuTarget) => {
    if (target.kind === "signOut") void askSignOut();
    else if (target.kind === "site") void openSite(target.site);
    else void navigate({ href: `${target.path}${target.hash ? `#${target.hash}` : ""}` });
  };
  return { entries, follow };
}

export function UserMenu({ me }: { me: Me }) {
  const t = useText();
  const { entries, follow } = useUserMenu(me);
  const name = me.user.nick_name || me.user.name;
  return (
    <Menu
      label={t("app.header.user")}
      items={entries.map((entry) => menuItem(entry, t, follow))}
      trigger={(props) => (
        <button type="button" {...props} className={styles.user}>
          <Avatar name={name} picture={me.user.avatar} />
          <span className={styles.userName}>{name}</span>
          <span className="unseen">{t("app.header.user")}</span>
          <Icon of={ChevronDown} size={14} />
        </button>
      )}
    />
  );
}

function menuItem(
  { key, title, icon, target, apart }: UserMenuEntry,
  t: Translate,
  follow: (to: UserMenuTarget) => void,
) {
  return { key, label: t(title), icon, ...(apart ? { apart } : {}), onSelect: () => follow(target) };
}

export function Avatar({ name, picture }: { name: string; picture: string | null }) {
  return (
    <span className={styles.avatar} aria-hidden="true">
      {picture ? <img src={picture} alt="" width={24} height={24} /> : initials(name)}
    </span>
  );
}

/** 林 of 林远, LY of Lin Yuan. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.slice(0, 2).map((word) => [...word][0] ?? "");
  return letters.join("").toUpperCase();
}
