import "./dbc-texts.ts";
import type { Dbc } from "@canopy/can/dbc/model";
import { type DbcFile, uploadDbc } from "@canopy/contract/signals/dbc-files";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callDenied } from "../../accounts/permissions.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { Banner } from "../../ui/marks/Banner.tsx";
import { saveAsDbc } from "./dbc-changes.ts";
import { DBC_KEY } from "./dbc-library.ts";

interface ForeignFormatProps {
  file: DbcFile;
  dbc: Dbc;
  onSaved(file: DbcFile): void;
}

/** DBC-11: an LDF or ARXML is kept as it came; its signals can be edited in a DBC made of them. */
export function ForeignFormat({ file, dbc, onSaved }: ForeignFormatProps) {
  const t = useText();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: () => saveAsDbc(dbc, `${file.name}_dbc`),
    onSuccess: async (made) => {
      addNote({ tone: "done", text: t("signals.view.asDbcDone", { name: `${made.name}.dbc` }) });
      await client.invalidateQueries({ queryKey: DBC_KEY });
      onSaved(made);
    },
  });
  return (
    <Banner level="tip">
      {save.error ? troubleOf(save.error).text : t("signals.view.readOnly", { format: file.format.toUpperCase() })}{" "}
      <Button busy={save.isPending} denied={callDenied(uploadDbc)} onClick={() => save.mutate()}>
        {t("signals.view.asDbc")}
      </Button>
    </Banner>
  );
}
