import { Link } from "@tanstack/react-router";
import { SearchX } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { addressOfPage } from "../kept-addresses.ts";
import { HOME } from "../session/return-address.ts";

/** `name`: it was there a moment ago. */
export function GoneDevice({ name }: { name?: string | undefined }) {
  const t = useText();
  return (
    <div role="alert">
      <EmptyState
        icon={SearchX}
        title={t(name ? "app.details.deleted" : "app.details.gone")}
        text={name ? t("app.details.deletedText", { name }) : t("app.details.goneText")}
        actions={
          <Link to={addressOfPage(HOME)} data-hit>
            {t("app.details.toHome")}
          </Link>
        }
      />
    </div>
  );
}
