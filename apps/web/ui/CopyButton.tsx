import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { useText } from "../platform/i18n.ts";
import { Button } from "./Button.tsx";
import { addNote } from "./float/notes.ts";
import { IconButton } from "./marks/IconButton.tsx";
import styles from "./marks/marks.module.css";

const CONFIRM_MS = 2000;

interface CopyButtonProps {
  text: string;
  /** With a word it is a full button, else an icon. */
  children?: string;
  kind?: "main" | "plain";
}

export function CopyButton({ text, children, kind = "plain" }: CopyButtonProps) {
  const t = useText();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      addNote({ tone: "ordinary", text: t("ui.copy.failed") });
    }
  };
  const label = copied ? t("ui.copy.copied") : t("ui.copy.copy");
  return (
    <>
      {children ? (
        <Button kind={kind} icon={copied ? Check : Copy} onClick={copy}>
          {copied ? label : children}
        </Button>
      ) : (
        <IconButton icon={copied ? Check : Copy} label={label} onClick={copy} />
      )}
      <span role="status" className="unseen">
        {copied && label}
      </span>
    </>
  );
}

/** An id to take along: monospace, shortened if asked, copied in full. */
export function CopyText({ text, shown = text }: { text: string; shown?: string }) {
  return (
    <span className={styles.copyText}>
      <span className="mono" title={shown === text ? undefined : text}>
        {shown}
      </span>
      <CopyButton text={text} />
    </span>
  );
}
