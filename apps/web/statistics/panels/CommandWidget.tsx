import { sendCommand } from "@canopy/contract/devices/commands";
import type { Thing } from "@canopy/contract/devices/thing";
import { type CommandList, listCommandLists } from "@canopy/contract/frames/command-lists";
import type { Widget } from "@canopy/contract/statistics/panel-widgets";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Send } from "lucide-react";
import { useState } from "react";
import { deviceQuery } from "../../devices/device-query.ts";
import { sendBody } from "../../frames/send/send-body.ts";
import { transmissionsQuery, useTransmissions } from "../../frames/send/use-transmissions.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { goesOn, planWords, runsOf } from "./command-plan.ts";
import styles from "./panels.module.css";
import { RunningCommand } from "./RunningCommand.tsx";

export const commandListsQuery = (thingsId: string) =>
  queryOptions({
    queryKey: ["frames", "command-lists", thingsId],
    queryFn: async ({ signal }) => (await api(listCommandLists, { params: { things_id: thingsId } }, { signal })).list,
    enabled: thingsId !== "",
  });

/** Sends a saved list of the device, after a question; says how it went, and stops what goes on. */
export function CommandWidget({ widget }: { widget: Widget }) {
  const t = useText();
  const queries = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  const id = widget.device_ids[0] ?? "";
  const { data: device } = useQuery({ ...deviceQuery(id), enabled: id !== "" });
  const list = useQuery(commandListsQuery(id)).data?.find(({ name }) => name === widget.command);
  const sending = useMutation({
    mutationFn: async (sent: CommandList) => {
      await api(sendCommand, { params: { things_id: id }, body: sendBody(sent) });
      // Its stop is there before it is called sent.
      await queries.invalidateQueries({ queryKey: transmissionsQuery(id).queryKey });
    },
    onSettled: () => setAsked(false),
  });
  const denied = deniedBy(device, list !== undefined);
  const isOnce = list !== undefined && !goesOn(list);
  const plan = list && planWords(list, t);
  return (
    <div className={styles.command}>
      <Button
        kind="main"
        icon={Send}
        busy={sending.isPending}
        denied={denied && t(`statistics.command.${denied}`, { list: widget.command })}
        onClick={() => setAsked(true)}
      >
        {widget.command}
      </Button>
      {device && list && !isOnce && <Running device={device} list={list} wasSent={sending.isSuccess} />}
      <p role="status">
        {sending.isSuccess && isOnce && t("statistics.command.sent")}
        {sending.error && troubleOf(sending.error).text}
      </p>
      <Confirm
        open={isAsked}
        title={t("statistics.command.sure")}
        action={t("statistics.command.send")}
        busy={sending.isPending}
        onConfirm={() => list && sending.mutate(list)}
        onClose={() => setAsked(false)}
      >
        <p>
          {t("statistics.command.what", {
            list: widget.command,
            count: list?.frames.length ?? 0,
            device: device?.name ?? "",
          })}
        </p>
        {plan && (
          <p>
            <strong>{plan}</strong>
          </p>
        )}
      </Confirm>
    </div>
  );
}

function Running({ device, list, wasSent }: { device: Thing; list: CommandList; wasSent: boolean }) {
  const t = useText();
  const runs = runsOf(list, useTransmissions(device.id));
  return (
    <>
      <RunningCommand device={device} runs={runs} />
      <p role="status">{wasSent && runs.length === 0 && t("statistics.command.ended")}</p>
    </>
  );
}

function deniedBy(device: { level: string; online: boolean } | undefined, hasList: boolean) {
  if (!device) return undefined;
  if (device.level !== "write") return "noRight";
  if (!hasList) return "noList";
  return device.online ? undefined : "offline";
}
