import "./licence-texts.ts";
import { generateLicence, licenceConfig } from "@canopy/contract/devices/licences";
import { platformErrors } from "@canopy/contract/platform/errors";
import { useQuery } from "@tanstack/react-query";
import { BadgeCheck } from "lucide-react";
import { mayCall } from "../accounts/permissions.ts";
import { api } from "../platform/api.ts";
import { codeText } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { LicenceDialog } from "./LicenceDialog.tsx";

interface LicenceButtonProps {
  open: boolean;
  onOpen(open: boolean): void;
}

/** DEV-03: only where the licence configuration says that the feature is enabled. */
export function LicenceButton({ open, onOpen }: LicenceButtonProps) {
  const t = useText();
  const { data } = useQuery({
    queryKey: [licenceConfig.name],
    queryFn: async ({ signal }) => (await api(licenceConfig, {}, { signal })).data,
  });
  if (!data?.enable) return null;
  const denied = mayCall(generateLicence) ? undefined : codeText(platformErrors.forbidden.code);
  return (
    <>
      <Button icon={BadgeCheck} denied={denied} onClick={() => onOpen(true)}>
        {t("devices.licence.open")}
      </Button>
      {open && !denied && <LicenceDialog onClose={() => onOpen(false)} />}
    </>
  );
}
