import { Link } from "@tanstack/react-router";
import { Health } from "../../operating/Health.tsx";
import type { HealthLink } from "../../operating/health-link.ts";
import { ConsolePage } from "./ConsolePage.tsx";
import { OUTBOX_PATH } from "./console-entries.ts";

const WAYS = {
  outbox: { to: OUTBOX_PATH, search: { state: "failed" } },
  providers: { to: "/Container/Operating/Providers" },
} as const;

const link: HealthLink = (to, content, className) => (
  <Link {...WAYS[to]} data-hit {...(className && { className })}>
    {content}
  </Link>
);

export function HealthPage() {
  return (
    <ConsolePage title="app.page.health">
      <Health link={link} />
    </ConsolePage>
  );
}
