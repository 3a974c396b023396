import "./licence-texts.ts";
import { BadgeCheck } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { LicenceDialog } from "./LicenceDialog.tsx";
import { useHasLicence } from "./licence-query.ts";

interface LicenceButtonProps {
  open: boolean;
  onOpen(open: boolean): void;
}

/** DEV-03: only where the licence configuration says that the feature is enabled. */
export function LicenceButton({ open, onOpen }: LicenceButtonProps) {
  const t = useText();
  if (!useHasLicence()) return null;
  return (
    <>
      <Button icon={BadgeCheck} onClick={() => onOpen(true)}>
        {t("devices.licence.open")}
      </Button>
      {open && <LicenceDialog onClose={() => onOpen(false)} />}
    </>
  );
}
