import type { FlowStepData } from "@canopy/contract/device-link/flash/flash-order";
import {
  createFlashFlow,
  deleteFlashFlow,
  type FlashFlow,
  getFlashSettings,
  setFlashSettings,
  updateFlashFlow,
} from "@canopy/contract/diagnosis/flashing/flows";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { ListOrdered, Plus } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Card } from "../../ui/Card.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { EditDeleteMenu } from "../../ui/list/EditDeleteMenu.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import "../flashing/flash-texts.ts";
import { FLASH_KEY, flowsQuery } from "../flashing/flash-queries.ts";
import { FlowDialog } from "./FlowDialog.tsx";
import "./package-texts.ts";
import styles from "./packages.module.css";

type Asking = { kind: "edit" | "delete"; flow: FlashFlow } | { kind: "create" };

/** UDS-04: the standard flow, and those of one's own. */
export function FlowList() {
  const t = useText();
  const client = useQueryClient();
  const query = useQuery(flowsQuery);
  const [asking, setAsking] = useState<Asking>();
  const close = () => setAsking(undefined);
  const done = async () => {
    close();
    await client.invalidateQueries({ queryKey: FLASH_KEY });
  };
  const remove = useMutation({
    mutationFn: ({ flow_id }: FlashFlow) => api(deleteFlashFlow, { params: { flow_id } }),
    onSuccess: done,
  });
  if (query.error) {
    const retry = () => void query.refetch();
    return <FailedState title={t("diagnosis.package.flowsLabel")} trouble={troubleOf(query.error)} onRetry={retry} />;
  }
  const { list = [], standard = [] } = query.data ?? {};
  return (
    <div className={styles.flows}>
      <div className={styles.bar}>
        <p>{t("diagnosis.package.flowNote")}</p>
        <TwoPersons />
        <Button
          kind="main"
          icon={Plus}
          denied={callDenied(createFlashFlow)}
          onClick={() => setAsking({ kind: "create" })}
        >
          {t("diagnosis.package.flowNew")}
        </Button>
      </div>
      <Card title={t("diagnosis.package.flowStandard")}>
        <Steps steps={standard} />
      </Card>
      {list.map((flow) => (
        <Card
          key={flow.flow_id}
          title={flow.name}
          aside={
            <EditDeleteMenu
              label={t("diagnosis.package.more", { name: flow.name })}
              edit={{
                label: t("diagnosis.package.flowEdit"),
                denied: callDenied(updateFlashFlow),
                onSelect: () => setAsking({ kind: "edit", flow }),
              }}
              remove={{
                label: t("diagnosis.package.flowDelete"),
                denied: callDenied(deleteFlashFlow),
                onSelect: () => setAsking({ kind: "delete", flow }),
              }}
            />
          }
        >
          <Steps steps={flow.steps} />
          <p className={styles.quiet}>{`${t("diagnosis.package.usedBy")}: ${flow.ecus.join(", ") || UNKNOWN}`}</p>
        </Card>
      ))}
      {asking?.kind === "create" && <FlowDialog steps={standard} onDone={done} onClose={close} />}
      {asking?.kind === "edit" && (
        <FlowDialog flow={asking.flow} steps={asking.flow.steps} onDone={done} onClose={close} />
      )}
      {asking?.kind === "delete" && (
        <Confirm
          open
          title={t("diagnosis.package.flowDelete")}
          action={t("diagnosis.package.flowDelete")}
          busy={remove.isPending}
          error={remove.error ? troubleOf(remove.error).text : undefined}
          onConfirm={() => remove.mutate(asking.flow)}
          onClose={close}
        >
          {t("diagnosis.package.flowDeleteNote", { name: asking.flow.name })}
        </Confirm>
      )}
    </div>
  );
}

/** Whether a flash needs a second person, for the whole tenant. */
function TwoPersons() {
  const t = useText();
  const client = useQueryClient();
  const queryKey = [...FLASH_KEY, "settings"];
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api(getFlashSettings, {}, { signal })).data,
  });
  const change = useMutation({
    mutationFn: (two_persons: boolean) => api(setFlashSettings, { body: { two_persons } }),
    onError: (wrong) => addNote({ tone: "ordinary", text: troubleOf(wrong).text }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
  const denied = callDenied(setFlashSettings);
  return (
    <Checkbox
      checked={data?.two_persons ?? false}
      disabled={data === undefined || denied !== undefined}
      title={denied}
      onChange={(on) => change.mutate(on)}
    >
      {t("diagnosis.package.twoPersons")}
    </Checkbox>
  );
}

function Steps({ steps }: { steps: readonly FlowStepData[] }) {
  const t = useText();
  return (
    <p className={styles.steps}>
      <Icon of={ListOrdered} size={14} /> {steps.map(({ kind }) => t(`diagnosis.flash.step.${kind}`)).join(" → ")}
    </p>
  );
}
