import type { ListedCardFile } from "@canopy/contract/files/recalls";
import { formatBytes, UNKNOWN } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import type { Column } from "../../ui/list/columns.ts";
import { TimeText } from "../../ui/time/TimeText.tsx";
import { RecallState } from "./RecallState.tsx";
import styles from "./stored.module.css";
import "./texts.ts";

export const CARD_KINDS = ["can0", "can1", "lin", "digital", "gps", "merged"] as const;
type CardKind = (typeof CARD_KINDS)[number];

/** As the call names it. */
export function kindOf(kind: string | undefined) {
  const known = CARD_KINDS.find((one) => one === kind);
  if (known === undefined) return {};
  if (known === "can0" || known === "can1") return { content: "can", channel: known === "can0" ? 0 : 1 } as const;
  return { content: known };
}

function kindOfFile({ content, channel }: ListedCardFile): CardKind | undefined {
  if (content !== "can") return content ?? undefined;
  return CARD_KINDS.find((one) => one === `can${channel ?? 0}`);
}

interface CardColumnOptions {
  denied: string | undefined;
  onCancel(recallId: string): void;
  onRetry(file: ListedCardFile): void;
  onUpgrade(): void;
}

export function useCardColumns({ onRetry, ...options }: CardColumnOptions): readonly Column<ListedCardFile>[] {
  const t = useText();
  return [
    {
      key: "name",
      title: t("files.stored.file"),
      always: true,
      card: "title",
      cell: ({ name }) => <bdi>{name}</bdi>,
    },
    {
      key: "kind",
      title: t("files.stored.kind"),
      width: "80px",
      cell: (file) => {
        const kind = kindOfFile(file);
        if (kind !== undefined) return t(`files.cardKind.${kind}`);
        return file.content === "can" ? `CAN${(file.channel ?? 0) + 1}` : UNKNOWN;
      },
    },
    {
      key: "span",
      title: t("files.stored.span"),
      width: "300px",
      cell: ({ start_time, end_time }) => (
        <span className={styles.span}>
          <TimeText at={start_time} /> – <TimeText at={end_time} />
        </span>
      ),
    },
    {
      key: "size",
      title: t("files.stored.size"),
      align: "end",
      card: "aside",
      width: "100px",
      cell: ({ size }) => formatBytes(size),
    },
    {
      key: "state",
      title: t("files.stored.state"),
      cell: (file) => <RecallState {...options} file={file} onRetry={() => onRetry(file)} />,
    },
  ];
}
