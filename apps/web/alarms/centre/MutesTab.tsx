import { alarmErrors } from "@canopy/contract/alarms/errors";
import { type AlarmMute, createAlarmMute, deleteAlarmMute } from "@canopy/contract/alarms/mutes";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BellOff, BellRing, Plus } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { codeText, troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import type { Column } from "../../ui/list/columns.ts";
import { ListFrame } from "../../ui/list/ListFrame.tsx";
import { type ListProps, pageOfRows, pagingOf } from "../../ui/list/list-parts.ts";
import { rowsOfQuery } from "../../ui/list/list-rows.ts";
import { Chip } from "../../ui/marks/Chip.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { RelativeTime, TimeText } from "../../ui/time/TimeText.tsx";
import { MUTES_KEY } from "../alarm-keys.ts";
import { hoursText } from "../editor/hours.ts";
import { mutesQuery } from "../rule-queries.ts";
import { MuteRuleDialog } from "./MuteRuleDialog.tsx";
import "../texts.ts";

/** TRG-04: the mutes that are in force; each ends by itself, or here. */
export function MutesTab(props: ListProps) {
  const t = useText();
  const client = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const query = useQuery(mutesQuery);
  const end = useMutation({
    mutationFn: ({ mute_id }: AlarmMute) => api(deleteAlarmMute, { params: { mute_id } }),
    onSuccess: ({ message }) => void addNote({ tone: "done", text: message }),
    onError: (problem) => void addNote({ tone: "ordinary", text: troubleOf(problem).text }),
    onSettled: () => client.invalidateQueries({ queryKey: MUTES_KEY }),
  });
  const denied = callDenied(deleteAlarmMute);
  return (
    <>
      <ListFrame
        list="alarms.mutes"
        label={t("alarms.mute.label")}
        columns={useMuteColumns()}
        rows={rowsOfQuery(query, (list) => pageOfRows(list, props.state, () => null))}
        rowKey={({ mute_id }) => mute_id}
        paging={pagingOf(props, query.data?.length ?? 0)}
        note={t("alarms.mute.note")}
        actions={
          <Button kind="main" icon={Plus} denied={callDenied(createAlarmMute)} onClick={() => setAdding(true)}>
            {t("alarms.mute.new")}
          </Button>
        }
        empty={<EmptyState icon={BellRing} title={t("alarms.mute.empty")} text={t("alarms.mute.emptyNote")} />}
        rowActions={(mute) => (
          <Button icon={BellOff} denied={denied ?? endDenied(mute)} onClick={() => end.mutate(mute)}>
            {t("alarms.mute.end")}
          </Button>
        )}
      />
      {isAdding && <MuteRuleDialog onClose={() => setAdding(false)} />}
    </>
  );
}

/** USR-03 */
const endDenied = ({ may_end }: AlarmMute): string | undefined =>
  may_end ? undefined : codeText(alarmErrors.muteRights.code);

function useMuteColumns(): readonly Column<AlarmMute>[] {
  const t = useText();
  return [
    {
      key: "rule",
      title: t("alarms.events.rule"),
      always: true,
      card: "title",
      cell: ({ rule_name }) => <bdi>{rule_name ?? t("alarms.mute.everyRule")}</bdi>,
    },
    {
      key: "device",
      title: t("alarms.centre.device"),
      cell: ({ device_name, label_name }) => (
        <>
          {(device_name !== null || label_name === null) && <bdi>{device_name ?? t("alarms.scope.all")}</bdi>}
          {label_name !== null && (
            <Chip>
              {t("alarms.scope.label")} <bdi>{label_name}</bdi>
            </Chip>
          )}
        </>
      ),
    },
    {
      key: "until",
      title: t("alarms.mute.until"),
      cell: ({ until_time }) => <TimeText at={until_time} precision="minute" />,
    },
    {
      key: "hours",
      title: t("alarms.mute.hours"),
      cell: ({ hours }) => (hours ? hoursText(hours, new Date().getTimezoneOffset()) : t("alarms.mute.always")),
    },
    { key: "reason", title: t("alarms.mute.reason"), cell: ({ reason }) => <bdi>{reason || "–"}</bdi> },
    { key: "who", title: t("alarms.mute.author"), cell: ({ author }) => <bdi>{author}</bdi> },
    { key: "made", title: t("alarms.mute.made"), cell: ({ created_time }) => <RelativeTime at={created_time} /> },
  ];
}
