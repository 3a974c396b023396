import { listOutbox, resendOutgoing } from "@canopy/contract/messages/outbox";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { addNote } from "../ui/float/notes.ts";

interface ResendButtonProps {
  message: { id: string; destination: string };
}

export function ResendButton({ message: { id, destination } }: ResendButtonProps) {
  const t = useText();
  const client = useQueryClient();
  const resend = useMutation({
    mutationFn: () => api(resendOutgoing, { params: { message_id: id } }),
    onSuccess: async () => {
      addNote({ tone: "done", text: t("messages.outbox.resent") });
      await client.invalidateQueries({ queryKey: [listOutbox.name] });
    },
    onError: (error) => addNote({ tone: "urgent", text: troubleOf(error).text }),
  });
  return (
    <Button
      kind="link"
      busy={resend.isPending}
      aria-label={`${t("messages.outbox.resend")}: ${destination}`}
      onClick={() => resend.mutate()}
    >
      {t("messages.outbox.resend")}
    </Button>
  );
}
