import {
  deleteSubUser,
  endSubUserSessions,
  resetSubUserPassword,
  type SubUser,
} from "@canopy/contract/accounts/sub-users";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";

export type SubUserAct = "reset" | "signOut" | "delete";
const CALLS = { reset: resetSubUserPassword, signOut: endSubUserSessions, delete: deleteSubUser } as const;

interface SubUserConfirmProps {
  act: SubUserAct;
  user: SubUser;
  onDone(): void;
  onClose(): void;
}

/** What is lost, before it is; a deletion wants the name typed. */
export function SubUserConfirm({ act, user, onDone, onClose }: SubUserConfirmProps) {
  const t = useText();
  const doing = useMutation({
    mutationFn: () => api(CALLS[act], { params: { user_id: user.id } }),
    onSuccess: ({ message }) => {
      addNote({ tone: "done", text: message });
      onDone();
    },
  });
  return (
    <Confirm
      open
      title={t(`accounts.people.${act}Title`, { name: user.name })}
      action={t(`accounts.people.${act}`)}
      word={act === "delete" ? user.name : undefined}
      busy={doing.isPending}
      error={doing.error ? troubleOf(doing.error).text : undefined}
      onConfirm={() => doing.mutate()}
      onClose={onClose}
    >
      {t(`accounts.people.${act}Note`, { count: formatNumber(user.readable + user.read_write) })}
    </Confirm>
  );
}
