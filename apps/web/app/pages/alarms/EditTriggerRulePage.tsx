import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { BellPlus } from "lucide-react";
import { useState } from "react";
import { meQuery } from "../../../accounts/me.ts";
import { RULES_KEY } from "../../../alarms/alarm-keys.ts";
import { filledRule } from "../../../alarms/filled-rule.ts";
import { RuleEditor } from "../../../alarms/RuleEditor.tsx";
import { ruleQuery } from "../../../alarms/rule-queries.ts";
import { READY_RULES, readyKeyOf, readyName } from "../../../alarms/rules/ready-rules.ts";
import { deviceQuery } from "../../../devices/device-query.ts";
import { useText } from "../../../platform/i18n.ts";
import { addNote } from "../../../ui/float/notes.ts";
import { SearchInput } from "../../../ui/list/SearchInput.tsx";
import { PageHeader } from "../../../ui/PageHeader.tsx";
import { DeviceChoices } from "../../details/DeviceChoice.tsx";
import { usePageSearch } from "../../use-page-search.ts";
import { LoadedPage } from "../LoadedPage.tsx";
import styles from "../pages.module.css";
import { toFiring } from "./alarm-places.ts";

const HOME = "/Container/HomePage";
const DETAILS = "/Container/HomePage/DeviceDetails";

/** TRG-01: a rule by its id, or a new one of a device. */
export function EditTriggerRulePage() {
  const { search, onSearch } = usePageSearch();
  const { id = "" } = search;
  const rule = useQuery(ruleQuery(id));
  const scope = rule.data?.scope;
  const device = search.device ?? (scope?.kind === "device" ? scope.id : "");
  const ready = readyKeyOf(search.ready);
  const isFromCentre = search.back === "alarms";
  const thing = useQuery({ ...deviceQuery(device), enabled: device !== "" });
  const me = useQuery(meQuery).data;
  const t = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const back = () =>
    void (isFromCentre || device === ""
      ? navigate({ to: "/Container/AlarmCenter", search: { tab: "rules" } })
      : navigate({ to: DETAILS, search: { id: device, tab: "triggers", sub: "rules" } }));
  const query = id !== "" && rule.data === undefined ? rule : thing;
  if (device === "" && (id === "" || (isFromCentre && rule.data)))
    return <ChooseDevice onBack={back} onChoose={(chosen) => onSearch({ device: chosen })} />;
  return (
    <LoadedPage
      title="app.page.triggerRule"
      query={{
        data: id !== "" && rule.data === undefined ? undefined : thing.data,
        error: query.error,
        refetch: query.refetch,
      }}
      gone={{
        icon: BellPlus,
        title: "app.rule.gone",
        text: "app.rule.goneNote",
        action: "app.rule.toHome",
        list: HOME,
      }}
      isUnnamed={device === "" && !(isFromCentre && rule.isLoading)}
      failed="alarms.edit.failed"
      skeleton={{ rows: 8, columns: 2 }}
    >
      {(opened) => (
        <>
          <PageHeader
            title={t(id === "" ? "alarms.rules.new" : "alarms.rules.edit")}
            facts={opened.name}
            onBack={back}
          />
          <div className={styles.list}>
            {me && (
              <RuleEditor
                rule={rule.data}
                owner={{ tenantId: me.tenant.id, userId: me.user.id }}
                filled={ready ? { name: readyName(ready), ...READY_RULES[ready] } : filledRule(search)}
                device={opened}
                address={{ search, onSearch }}
                ways={{ onCurve: (place) => void navigate(toFiring(place)) }}
                onCancel={back}
                onDone={(name) => {
                  addNote({ tone: "done", text: t("alarms.rules.saved", { name }) });
                  void client.invalidateQueries({ queryKey: RULES_KEY });
                  back();
                }}
              />
            )}
          </div>
        </>
      )}
    </LoadedPage>
  );
}

/** Signals are chosen and back-tests run with the data of one device. */
function ChooseDevice({ onBack, onChoose }: { onBack(): void; onChoose(thingsId: string): void }) {
  const t = useText();
  const [search, setSearch] = useState("");
  return (
    <>
      <PageHeader title={t("app.page.triggerRule")} onBack={onBack} />
      <div className={styles.list}>
        <p>{t("app.rule.chooseDevice")}</p>
        <SearchInput value={search} onChange={setSearch} label={t("signals.page.find")} />
        <DeviceChoices search={search} onChoose={onChoose} />
      </div>
    </>
  );
}
