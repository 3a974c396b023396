import { revealOutgoing } from "@canopy/contract/messages/outbox";
import { useMutation } from "@tanstack/react-query";
import { api } from "../platform/api.ts";
import { troubleOf } from "../platform/error-texts.ts";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import { addNote } from "../ui/float/notes.ts";

interface OutgoingContentProps {
  message: { id: string; content: string; masked: boolean };
}

/** A code stays masked until revealed; the operation log records who revealed it. */
export function OutgoingContent({ message }: OutgoingContentProps) {
  const t = useText();
  const reveal = useMutation({
    mutationFn: () => api(revealOutgoing, { params: { message_id: message.id } }),
    onError: (error) => addNote({ tone: "urgent", text: troubleOf(error).text }),
  });
  if (reveal.data) return reveal.data.data.content;
  if (!message.masked) return message.content;
  return (
    <>
      {message.content}{" "}
      <Button
        kind="link"
        busy={reveal.isPending}
        title={t("messages.outbox.revealNote")}
        onClick={() => reveal.mutate()}
      >
        {t("messages.outbox.reveal")}
      </Button>
    </>
  );
}
