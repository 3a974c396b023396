import {
  deleteEcuDefinitions,
  importEcuDefinitions,
  type ReadDefinitions,
} from "@canopy/contract/diagnosis/definitions";
import type { Ecu } from "@canopy/contract/diagnosis/ecus";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2, Upload } from "lucide-react";
import { useState } from "react";
import { callDenied } from "../../accounts/permissions.ts";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import styles from "../desk/desk.module.css";
import { ECUS_KEY } from "../ecus/ecu-queries.ts";
import { base64Of, chooseFile } from "../read-file.ts";
import "./definition-texts.ts";
import { definitionsQuery } from "./use-definitions.ts";

interface Chosen {
  readonly name: string;
  readonly content: string;
  readonly read: ReadDefinitions;
}

/** UDS-01: definitions of an ECU: what is there, and a file with what it would bring. */
export function DefinitionsDialog({ ecu, onClose }: { ecu: Ecu; onClose(): void }) {
  const t = useText();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<Chosen>();
  const { data: known } = useQuery(definitionsQuery(ecu.ecu_id));
  const params = { ecu_id: ecu.ecu_id };
  const renew = async (text: string) => {
    addNote({ tone: "done", text });
    await client.invalidateQueries({ queryKey: ECUS_KEY });
    onClose();
  };
  const look = useMutation({
    mutationFn: async (file: File) => {
      const content = await base64Of(file);
      const body = { name: file.name, content_base64: content, preview: true };
      setChosen({ name: file.name, content, read: (await api(importEcuDefinitions, { params, body })).data });
    },
  });
  const put = useMutation({
    mutationFn: ({ name, content }: Chosen) =>
      api(importEcuDefinitions, { params, body: { name, content_base64: content, preview: false } }),
    onSuccess: (_, { name: file }) => renew(t("diagnosis.defs.imported", { file })),
  });
  const remove = useMutation({
    mutationFn: () => api(deleteEcuDefinitions, { params }),
    onSuccess: () => renew(t("diagnosis.defs.deleted")),
  });
  const error = look.error ?? put.error ?? remove.error;
  const denied = callDenied(importEcuDefinitions);
  const choose = () => chooseFile(".csv,.odx,.odx-d,.pdx,.xml", (file) => look.mutate(file));
  return (
    <FormDialog
      title={t("diagnosis.defs.title", { name: ecu.name })}
      action={chosen ? t("diagnosis.defs.import") : t("diagnosis.defs.choose")}
      busy={look.isPending || put.isPending || remove.isPending}
      error={denied ?? (error ? troubleOf(error).text : undefined)}
      leaves="freely"
      onSubmit={(event) => {
        event.preventDefault();
        if (denied) return;
        if (chosen) put.mutate(chosen);
        else choose();
      }}
      onClose={onClose}
    >
      {known ? (
        <p>
          {t("diagnosis.defs.known", {
            file: known.file_name,
            user: known.user_name,
            identifiers: known.identifiers.length,
            routines: known.routines.length,
            faults: known.faults.length,
          })}
        </p>
      ) : (
        <p>{t("diagnosis.defs.none")}</p>
      )}
      <p className={styles.quiet}>{t("diagnosis.defs.format")}</p>
      {chosen && <Found chosen={chosen} />}
      <div className={styles.actions}>
        {chosen && (
          <Button icon={Upload} denied={denied} onClick={choose}>
            {t("diagnosis.defs.choose")}
          </Button>
        )}
        {known && (
          <Button icon={Trash2} kind="danger" denied={callDenied(deleteEcuDefinitions)} onClick={() => remove.mutate()}>
            {t("diagnosis.defs.delete")}
          </Button>
        )}
      </div>
    </FormDialog>
  );
}

function Found({ chosen: { name: file, read } }: { chosen: Chosen }) {
  const t = useText();
  const { identifiers, routines, faults, not_understood: rest, problems } = read;
  return (
    <>
      <p role="status">{t("diagnosis.defs.read", { file, identifiers, routines, faults })}</p>
      {rest.length > 0 && (
        <details>
          <summary>{t("diagnosis.defs.notUnderstood", { count: rest.length })}</summary>
          <ul>
            {rest.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
        </details>
      )}
      {problems.length > 0 && (
        <details>
          <summary>{t("diagnosis.defs.problems", { count: problems.length })}</summary>
          <ul>
            {problems.map(({ line, text }) => (
              <li key={line}>{t("diagnosis.defs.line", { line, text })}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
