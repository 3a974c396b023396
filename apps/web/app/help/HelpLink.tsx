import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";

interface HelpLinkProps {
  section: string;
  anchor?: string | undefined;
  isCurrent?: boolean;
  className?: string | undefined;
  onClick?: (() => void) | undefined;
  children: ReactNode;
}

const searchOf = (section: string) =>
  section === "package" || section === "quickDelete" ? { type: section } : { type: "help", page: section };

/** To a section of the help; the package and quick delete have a type of their own (NAV-11). */
export function HelpLink({ section, anchor, isCurrent = false, className, onClick, children }: HelpLinkProps) {
  return (
    <Link
      to="/doc"
      search={searchOf(section)}
      {...(anchor ? { hash: anchor } : {})}
      activeProps={{}}
      aria-current={isCurrent ? "page" : undefined}
      className={className}
      onClick={onClick}
    >
      {children}
    </Link>
  );
}
