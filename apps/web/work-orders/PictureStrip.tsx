import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useText } from "../platform/i18n.ts";
import { Dialog } from "../ui/float/Dialog.tsx";
import { pictureQuery } from "./order-queries.ts";
import styles from "./orders.module.css";
import "./texts.ts";

/** Pictures of an order or a remark; each opens large. */
export function PictureStrip({ ids }: { ids: readonly string[] }) {
  const t = useText();
  const [opened, setOpened] = useState<number>();
  const shown = opened === undefined ? undefined : ids[opened];
  if (ids.length === 0) return null;
  return (
    <>
      <ul className={styles.strip}>
        {ids.map((id, i) => (
          <li key={id}>
            <button
              type="button"
              className={styles.thumb}
              aria-label={t("work-orders.pictures.open", { n: i + 1 })}
              onClick={() => setOpened(i)}
            >
              <Picture id={id} n={i + 1} />
            </button>
          </li>
        ))}
      </ul>
      {shown !== undefined && opened !== undefined && (
        <Dialog
          open
          width={1100}
          title={t("work-orders.pictures.one", { n: opened + 1 })}
          onClose={() => setOpened(undefined)}
        >
          <div className={styles.large}>
            <Picture id={shown} n={opened + 1} />
          </div>
        </Dialog>
      )}
    </>
  );
}

export function Picture({ id, n }: { id: string; n: number }) {
  const t = useText();
  const { data, isError } = useQuery(pictureQuery(id));
  if (isError) return <span className={styles.hint}>{t("work-orders.pictures.failed")}</span>;
  return data ? <img src={data} alt={t("work-orders.pictures.one", { n })} /> : <span className={styles.blank} />;
}
