import { type LicenceConfig, setLicenceConfig } from "@canopy/contract/devices/licences";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import layout from "../../ui/layout.module.css";
import { Banner } from "../../ui/marks/Banner.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { licenceQuery } from "./licence-query.ts";
import "./settings-texts.ts";

/** DEV-03: whether licences are issued at all, and whether a device needs one; of the whole platform. */
export function LicenceSettings() {
  const t = useText();
  const client = useQueryClient();
  const { data, error } = useQuery(licenceQuery);
  const save = useMutation({
    mutationFn: (body: LicenceConfig) => api(setLicenceConfig, { body }),
    onSuccess: ({ data: saved }) => {
      client.setQueryData(licenceQuery.queryKey, saved);
      addNote({ tone: "done", text: t("devices.licence.saved") });
    },
    onError: (thrown) => addNote({ tone: "urgent", text: troubleOf(thrown).text }),
  });
  if (error) return <Banner level="ordinary">{troubleOf(error).text}</Banner>;
  if (!data) return <Skeleton rows={2} columns={1} />;
  const set = (change: Partial<LicenceConfig>) => save.mutate({ ...data, ...change });
  return (
    <div className={layout.stack}>
      <Checkbox checked={data.enable} disabled={save.isPending} onChange={(enable) => set({ enable })}>
        {t("devices.licence.enable")}
      </Checkbox>
      <p className={layout.note}>{t("devices.licence.enableNote")}</p>
      <Checkbox checked={data.required} disabled={save.isPending} onChange={(required) => set({ required })}>
        {t("devices.licence.required")}
      </Checkbox>
      <p className={layout.note}>{t("devices.licence.requiredNote")}</p>
    </div>
  );
}
