import { DEVICE_SERIAL_BYTES, deviceIdOf } from "@canopy/contract/devices/device-id";
import { createThing } from "@canopy/contract/devices/things";
import { useMutation } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { callDenied } from "../../../accounts/permissions.ts";
import { api } from "../../../platform/api.ts";
import { troubleOf } from "../../../platform/error-texts.ts";
import { useText } from "../../../platform/i18n.ts";
import { Button } from "../../../ui/Button.tsx";
import { CopyButton, CopyText } from "../../../ui/CopyButton.tsx";
import type { Awaited } from "./awaited-device.ts";
import { ConnectWay, type ConnectWayProps } from "./ConnectWay.tsx";
import styles from "./home.module.css";

type AgentWayProps = Pick<ConnectWayProps, "chosen" | "onChoose" | "icon"> & {
  /** Where the agent connects. */
  url: string;
  onMade(device: Awaited): void;
};

const HIDDEN_ID = "•".repeat(20);
const HIDDEN_KEY = "•".repeat(32);

/** A machine of one's own: makes an ID and a key, and the line that uses them. */
export function AgentWay({ url, onMade, ...common }: AgentWayProps) {
  const t = useText();
  const making = useMutation({
    mutationFn: () => {
      const deviceId = deviceIdOf(crypto.getRandomValues(new Uint8Array(DEVICE_SERIAL_BYTES)));
      const name = t("app.home.agentName", { id: deviceId.slice(-4) });
      return api(createThing, { body: { name, third_things_id: deviceId } });
    },
    onSuccess: ({ data }) => onMade({ thingsId: data.id, deviceId: data.third_things_id, name: data.name }),
  });
  const made = making.data;
  const id = made?.data.third_things_id;
  const command = commandOf(url, id ?? HIDDEN_ID, made?.licence_key ?? HIDDEN_KEY);
  return (
    <ConnectWay
      {...common}
      title={t("app.home.agent")}
      note={t("app.home.agentNote")}
      problem={making.error ? troubleOf(making.error).text : undefined}
      actions={
        made ? (
          <>
            <CopyButton kind="main" text={command}>
              {t("app.home.agentCopy")}
            </CopyButton>
            {t("app.home.agentOnce")}
          </>
        ) : (
          <>
            <Button
              kind="main"
              icon={KeyRound}
              busy={making.isPending}
              denied={callDenied(createThing)}
              onClick={() => making.mutate()}
            >
              {t("app.home.agentMake")}
            </Button>
            {t("app.home.agentMakeNote")}
          </>
        )
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls by keyboard too */}
      <pre className={styles.command} tabIndex={0}>
        {command}
      </pre>
      {made && (
        <dl className={styles.made}>
          <dt>{t("app.home.deviceId")}</dt>
          <dd>
            <CopyText text={made.data.third_things_id} />
          </dd>
          <dt>{t("app.home.key")}</dt>
          <dd>
            <CopyText text={made.licence_key} />
          </dd>
        </dl>
      )}
    </ConnectWay>
  );
}

/** The key goes into a file: command lines are visible to all users of the machine. */
function commandOf(url: string, id: string, key: string): string {
  return [
    `(umask 077; echo ${key} > canopy.key)`,
    "canopy agent \\",
    `  --url ${url} \\`,
    `  --device ${id} \\`,
    "  --key-file canopy.key can0 can1",
  ].join("\n");
}
