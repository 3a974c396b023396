import { PAGE_SIZES } from "@canopy/contract/platform/lists";
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight } from "lucide-react";
import { formatNumber } from "../../platform/formats.ts";
import { useText } from "../../platform/i18n.ts";
import { Select } from "../form/Select.tsx";
import { IconButton } from "../marks/IconButton.tsx";
import styles from "./list.module.css";
import { pageCount } from "./list-address.ts";
import type { PageFit } from "./use-page-size.ts";

const FIT = "fit";

/** `pages` counts, `keyset` only knows its neighbours: for what grows while one reads. */
export type Paging =
  | { mode: "pages"; page: number; size: number; total: number; onPage(page: number): void; onSize(size: number): void }
  | {
      mode: "keyset";
      size: number;
      total?: number;
      onPrevious?: (() => void) | undefined;
      onNext?: (() => void) | undefined;
      onSize(size: number): void;
      /** Where given, the size may also follow the height. */
      fit?: PageFit;
    };

interface PagerProps {
  /** The name of the list: a page may have two. */
  list: string;
  paging: Paging;
  /** Where given, the size may also follow the height. */
  fit?: PageFit | undefined;
}

export function Pager({ list, paging, fit }: PagerProps) {
  const t = useText();
  const offered = new Set([...PAGE_SIZES, ...(fit?.isChosen ? [] : [paging.size])]);
  const numbers = [...offered]
    .sort((a, b) => a - b)
    .map((n) => ({ value: String(n), label: t("ui.list.sizeOption", { n }) }));
  const sizes = fit ? [...numbers, { value: FIT, label: t("ui.list.sizeFit") }] : numbers;
  const choose = (size: string) => {
    fit?.choose(size === FIT);
    if (size !== FIT) paging.onSize(Number(size));
  };
  return (
    <nav className={styles.pager} aria-label={t("ui.list.pagesOf", { list })}>
      <span className={styles.pagerTotal}>
        {paging.total !== undefined && t("ui.list.total", { total: formatNumber(paging.total) })}
      </span>
      <Select
        aria-label={t("ui.list.size")}
        options={sizes}
        value={fit?.isChosen ? FIT : String(paging.size)}
        onChange={choose}
      />
      {paging.mode === "pages" ? <NumberedPages paging={paging} /> : <Neighbours paging={paging} />}
    </nav>
  );
}

function NumberedPages({ paging }: { paging: Extract<Paging, { mode: "pages" }> }) {
  const t = useText();
  const pages = pageCount(paging.total, paging.size);
  const { page, onPage } = paging;
  return (
    <span className={styles.steps}>
      <Step icon={ChevronsLeft} label={t("ui.list.first")} onGo={page > 1 ? () => onPage(1) : undefined} />
      <Step icon={ChevronLeft} label={t("ui.list.previous")} onGo={page > 1 ? () => onPage(page - 1) : undefined} />
      <span>{t("ui.list.page", { page: formatNumber(page), pages: formatNumber(pages) })}</span>
      <Step icon={ChevronRight} label={t("ui.list.next")} onGo={page < pages ? () => onPage(page + 1) : undefined} />
      <Step icon={ChevronsRight} label={t("ui.list.last")} onGo={page < pages ? () => onPage(pages) : undefined} />
    </span>
  );
}

function Neighbours({ paging }: { paging: Extract<Paging, { mode: "keyset" }> }) {
  const t = useText();
  return (
    <span className={styles.steps}>
      <Step icon={ChevronLeft} label={t("ui.list.previous")} onGo={paging.onPrevious} />
      <Step icon={ChevronRight} label={t("ui.list.next")} onGo={paging.onNext} />
    </span>
  );
}

interface StepProps {
  icon: typeof ChevronLeft;
  label: string;
  onGo: (() => void) | undefined;
}

/** At the end it stays in its place, so that the next click does not hit something else. */
function Step({ icon, label, onGo }: StepProps) {
  return <IconButton icon={icon} label={label} edge aria-disabled={onGo ? undefined : true} onClick={onGo} />;
}
