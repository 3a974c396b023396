import { sendCommand } from "@canopy/contract/devices/commands";
import { listOwnTransmissions } from "@canopy/contract/devices/transmissions";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { transmissionHead } from "./transmission-words.ts";
import { leaveRunning } from "./use-attending.ts";

export type OwnTransmission = Reply<typeof listOwnTransmissions>["list"][number];

/** A server that is slow must keep nobody signed in. */
const WAIT_MS = 3000;

export async function ownTransmissions(): Promise<readonly OwnTransmission[]> {
  return (await api(listOwnTransmissions, {}, { signal: AbortSignal.timeout(WAIT_MS) })).list;
}

interface OwnTransmissionsProps {
  own: readonly OwnTransmission[];
  onSignOut(): void;
  onStay(): void;
}

/** DEV-06: who signs out is asked what becomes of all that he sends. */
export function OwnTransmissions({ own, onSignOut, onStay }: OwnTransmissionsProps) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async (each: (one: OwnTransmission) => Promise<unknown>) => {
    setBusy(true);
    try {
      for (const one of own) await each(one);
      onSignOut();
    } catch (thrown) {
      setProblem(troubleOf(thrown).text);
    } finally {
      setBusy(false);
    }
  };
  const leave = ({ things_id, transmission }: OwnTransmission) => leaveRunning(things_id, [transmission]);
  const stop = ({ things_id, transmission }: OwnTransmission) =>
    api(sendCommand, {
      params: { things_id },
      body: { method: "frames.stop", params: { job: transmission.id } },
    });
  return (
    <Dialog
      open
      width={560}
      title={t("frames.transmission.signOutTitle")}
      onClose={onStay}
      footer={
        <>
          <Button onClick={onStay}>{t("frames.transmission.staySignedIn")}</Button>
          <Button busy={busy} onClick={() => void run(leave)}>
            {t("frames.transmission.signOutKeep")}
          </Button>
          <Button kind="main" busy={busy} onClick={() => void run(stop)}>
            {t("frames.transmission.signOutStop")}
          </Button>
        </>
      }
    >
      <FormAlert text={problem} />
      <ul>
        {own.map(({ things_id, name, transmission }) => (
          <li key={`${things_id} ${transmission.id}`}>
            <strong>{name}</strong> {transmissionHead(transmission, t)}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
