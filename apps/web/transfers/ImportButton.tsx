import { FileUp } from "lucide-react";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import "./texts.ts";

export function ImportButton({ onOpen }: { onOpen(): void }) {
  const t = useText();
  return (
    <Button icon={FileUp} onClick={onOpen}>
      {t("transfers.import.button")}
    </Button>
  );
}
