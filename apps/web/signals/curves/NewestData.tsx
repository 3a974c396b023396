import { listDecoded, MAX_DECODED_SIGNALS } from "@canopy/contract/signals/decoded";
import { parseSignal } from "@canopy/contract/signals/signal-reference";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { useTimeFormats } from "../../platform/use-formats.ts";
import { Button } from "../../ui/Button.tsx";
import "./curve-texts.ts";

interface NewestDataProps {
  thingsId: string;
  keys: readonly string[];
  onShow(atMs: number): void;
}

/** A link to the newest stored frame of the drawn messages. */
export function NewestData({ thingsId, keys, onShow }: NewestDataProps) {
  const t = useText();
  const formats = useTimeFormats();
  const items = keys.flatMap((key) => parseSignal(key) ?? []).slice(0, MAX_DECODED_SIGNALS);
  const newest = useQuery({
    queryKey: [listDecoded.name, "newest", thingsId, keys],
    queryFn: async ({ signal }) => {
      const body = { items, order: "older" as const, page_size: 1 };
      const { list } = await api(listDecoded, { params: { things_id: thingsId }, body }, { signal });
      const [row] = list;
      return row === undefined ? null : Number(row.time) / 1000;
    },
    enabled: items.length > 0,
  });
  if (newest.data === undefined) return null;
  if (newest.data === null) return <p>{t("signals.curve.never")}</p>;
  const atMs = newest.data;
  return (
    <p>
      <Button kind="link" onClick={() => onShow(atMs)}>
        {t("signals.curve.newest", { time: formats.time(atMs) })}
      </Button>
    </p>
  );
}
