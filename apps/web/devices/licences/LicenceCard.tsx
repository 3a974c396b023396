import type { Thing } from "@canopy/contract/devices/thing";
import { rotateLicenceKey } from "@canopy/contract/devices/things";
import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { CopyText } from "../../ui/CopyButton.tsx";
import { FactList } from "../details/FactList.tsx";
import parts from "../parts.module.css";
import { KeyDialog } from "./KeyDialog.tsx";
import "../details/manage-texts.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { deniedOn } from "../details/may-change.ts";

/** DEV-02, DEV-03: the licence, and the key that is never shown again but can be replaced. */
export function LicenceCard({ device }: { device: Thing }) {
  const t = useText();
  const [asking, setAsking] = useState(false);
  const [shown, setShown] = useState<string>();
  const rotate = useMutation({
    mutationFn: () => api(rotateLicenceKey, { params: { things_id: device.id } }),
    onSuccess: ({ licence_key }) => {
      setAsking(false);
      setShown(licence_key);
    },
  });
  return (
    <Card
      title={t("devices.manage.licence")}
      aside={
        <Button icon={KeyRound} denied={deniedOn(device, rotateLicenceKey)} onClick={() => setAsking(true)}>
          {t("devices.manage.rotate")}
        </Button>
      }
    >
      <FactList
        facts={[
          [
            t("devices.manage.licence"),
            device.licence ? (
              <CopyText key="licence" text={device.licence} />
            ) : (
              <span key="none" className={parts.quiet}>
                {t("devices.manage.licenceNone")}
              </span>
            ),
          ],
          [
            t("devices.manage.key"),
            <span key="key" className={parts.quiet}>
              {t("devices.manage.keyNote")}
            </span>,
          ],
        ]}
      />
      <Confirm
        open={asking}
        title={t("devices.manage.rotateTitle")}
        word={device.third_things_id}
        action={t("devices.manage.rotate")}
        busy={rotate.isPending}
        error={rotate.error ? troubleOf(rotate.error).text : undefined}
        onConfirm={() => rotate.mutate()}
        onClose={() => setAsking(false)}
      >
        {t("devices.manage.rotateNote")}
      </Confirm>
      <KeyDialog licenceKey={shown} onClose={() => setShown(undefined)} />
    </Card>
  );
}
