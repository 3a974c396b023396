import { createShare, endShare, type Panel } from "@canopy/contract/statistics/panels";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link2 } from "lucide-react";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import layout from "../../ui/layout.module.css";
import { TimeText } from "../../ui/time/TimeText.tsx";
import { sharesQuery } from "./panel-queries.ts";
import styles from "./panels.module.css";

const HOUR_MS = 3_600_000;
const LASTING = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 168 * HOUR_MS, month: 720 * HOUR_MS } as const;
const ENDS = ["hour", "day", "week", "month"] as const;
type Ends = (typeof ENDS)[number];

/** Behind the `#`, which a browser sends to nobody: no log has the code. */
const linkOf = (code: string) => `${location.origin}/can_panel/#${code}`;

/** STA-05: read-only links that end by themselves. */
export function ShareDialog({ panel, onClose }: { panel: Panel; onClose(): void }) {
  const t = useText();
  const client = useQueryClient();
  const [ends, setEnds] = useState<Ends>("day");
  const [hidesPlaces, setHidesPlaces] = useState(true);
  const params = { panel_id: panel.panel_id };
  const making = useMutation({
    mutationFn: () => api(createShare, { params, body: { lasts_ms: LASTING[ends], hides_places: hidesPlaces } }),
    onError: (problem) => addNote({ tone: "ordinary", text: troubleOf(problem).text }),
    onSettled: () => client.invalidateQueries({ queryKey: sharesQuery(panel.panel_id).queryKey }),
  });
  return (
    <Dialog open title={t("statistics.share.title", { name: panel.name })} onClose={onClose} width={560}>
      <div className={layout.stack}>
        <p className={styles.note}>{t("statistics.share.about")}</p>
        <Field label={t("statistics.share.ends")}>
          {(control) => (
            <Select
              {...control}
              options={ENDS.map((value) => ({ value, label: t(`statistics.share.${value}`) }))}
              value={ends}
              onChange={setEnds}
            />
          )}
        </Field>
        <Checkbox checked={hidesPlaces} onChange={setHidesPlaces}>
          {t("statistics.share.hides")}
        </Checkbox>
        <div>
          <Button kind="main" icon={Link2} busy={making.isPending} onClick={() => making.mutate()}>
            {t("statistics.share.make")}
          </Button>
        </div>
        {making.data && (
          <Field label={t("statistics.share.link")} hint={t("statistics.share.once")}>
            {(control) => (
              <TextInput
                {...control}
                mono
                readOnly
                value={linkOf(making.data.code)}
                onChange={() => undefined}
                trailing={<CopyButton text={linkOf(making.data.code)} />}
              />
            )}
          </Field>
        )}
        <Shares panelId={panel.panel_id} />
      </div>
    </Dialog>
  );
}

function Shares({ panelId }: { panelId: string }) {
  const t = useText();
  const client = useQueryClient();
  const list = useQuery(sharesQuery(panelId)).data;
  const ending = useMutation({
    mutationFn: (shareId: string) => api(endShare, { params: { panel_id: panelId, share_id: shareId } }),
    onError: (problem) => addNote({ tone: "ordinary", text: troubleOf(problem).text }),
    onSettled: () => client.invalidateQueries({ queryKey: sharesQuery(panelId).queryKey }),
  });
  if (list?.length === 0) return <p className={styles.note}>{t("statistics.share.none")}</p>;
  return (
    <ul className={styles.shares} aria-label={t("statistics.share.list")}>
      {list?.map(({ share_id, user_name, views, ends_time }) => (
        <li key={share_id}>
          <span>
            {t("statistics.share.row", { user: user_name, views })}{" "}
            <TimeText at={ends_time} of={null} precision="minute" />
          </span>
          <Button onClick={() => ending.mutate(share_id)}>{t("statistics.share.revoke")}</Button>
        </li>
      ))}
    </ul>
  );
}
