import "../dbc-edit/edit-texts.ts";
import "./dbc-texts.ts";
import type { Message } from "@canopy/can/dbc/model";
import type { DbcFile } from "@canopy/contract/signals/dbc-files";
import type { DbcUse } from "@canopy/contract/signals/dbc-uses";
import { useText } from "../../platform/i18n.ts";
import { MessageDialog } from "../dbc-edit/MessageDialog.tsx";
import { type SeenMessage, withMessage } from "../dbc-edit/message-edits.ts";
import { SaveDbcDialog } from "../dbc-edit/SaveDbcDialog.tsx";
import type { DbcEdit } from "../dbc-edit/use-dbc-edit.ts";
import { CheckDialog } from "./CheckDialog.tsx";
import { CompareDialog } from "./CompareDialog.tsx";
import { DeleteDbcDialog, RenameDbcDialog } from "./DbcFileDialogs.tsx";

export type OpenDialog =
  | { readonly kind: "compare" | "check" | "rename" | "delete" | "save" }
  | { readonly kind: "addMessage"; readonly seen?: SeenMessage }
  | { readonly kind: "editMessage"; readonly message: Message };

interface DbcViewDialogsProps {
  dialog: OpenDialog;
  file: DbcFile;
  edit: DbcEdit;
  uses: readonly DbcUse[];
  onClose(): void;
  onMessage(message: Pick<Message, "id" | "isExtended">): void;
  /** `end`: what ends the edit session: its changes are a revision, or the file was deleted. */
  onDone(note: string, end?: "saved" | "gone"): void;
}

export function DbcViewDialogs({ dialog, file, edit, uses, onClose, onMessage, onDone }: DbcViewDialogsProps) {
  const t = useText();
  switch (dialog.kind) {
    case "compare": {
      const before = edit.base.revision === file.revision ? Math.max(1, file.revision - 1) : edit.base.revision;
      return <CompareDialog file={file} uses={uses} before={before} after={file.revision} onClose={onClose} />;
    }
    case "rename":
      return <RenameDbcDialog file={file} onDone={() => onDone(t("signals.view.renamed"))} onClose={onClose} />;
    case "delete":
      return (
        <DeleteDbcDialog
          file={file}
          uses={uses}
          onDone={() => onDone(t("signals.view.deleted", { name: file.name }), "gone")}
          onClose={onClose}
        />
      );
    case "save":
      return (
        <SaveDbcDialog
          file={file}
          edit={edit}
          onSaved={({ revision }) => onDone(t("signals.save.saved", { revision }), "saved")}
          onClose={onClose}
        />
      );
    case "addMessage":
    case "editMessage": {
      const before = dialog.kind === "editMessage" ? dialog.message : undefined;
      return (
        <MessageDialog
          dbc={edit.dbc}
          message={before}
          seen={dialog.kind === "addMessage" ? dialog.seen : undefined}
          onSave={(content) => {
            const problem = edit.apply((dbc) => withMessage(dbc, before, content));
            if (problem) return problem;
            onClose();
            onMessage(content);
            return null;
          }}
          onClose={onClose}
        />
      );
    }
    case "check":
      return <CheckDialog file={file} revision={edit.base.revision} onClose={onClose} />;
  }
}
