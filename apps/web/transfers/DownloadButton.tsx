import { Download } from "lucide-react";
import { useText } from "../platform/i18n.ts";
import { Button } from "../ui/Button.tsx";
import "./texts.ts";

export function DownloadButton({ link = false, onOpen }: { link?: boolean; onOpen(): void }) {
  const t = useText();
  return (
    <Button {...(link ? { kind: "link" as const } : { icon: Download })} onClick={onOpen}>
      {t("transfers.download.button")}
    </Button>
  );
}
