import { useNavigate } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { isGone } from "../../devices/device-query.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { type TextKey, useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/marks/EmptyState.tsx";
import { FailedState } from "../../ui/marks/FailedState.tsx";
import { Skeleton } from "../../ui/marks/Skeleton.tsx";
import { addressOfPage } from "../kept-addresses.ts";
import type { PagePath } from "../page-table.ts";
import { UntitledPage } from "./UntitledPage.tsx";

interface LoadedPageProps<T> {
  title: TextKey;
  query: { data: T | undefined; error: Error | null; refetch(): unknown };
  /** Shown for an object that does not exist, with the way back to its list. */
  gone?: { icon: LucideIcon; title: TextKey; text: TextKey; action: TextKey; list: PagePath };
  /** The address names no object. */
  isUnnamed?: boolean;
  failed: TextKey;
  skeleton: { rows: number; columns?: number };
  children(data: T): ReactNode;
}

/** A page about one object: gone, failed, loading or the page itself. */
export function LoadedPage<T>(props: LoadedPageProps<T>) {
  const { title, query, gone, isUnnamed = false, failed, skeleton, children } = props;
  const t = useText();
  const navigate = useNavigate();
  if (gone && (isUnnamed || isGone(query.error))) {
    const toList = () => void navigate({ href: addressOfPage(gone.list) });
    return (
      <UntitledPage title={title}>
        <EmptyState
          icon={gone.icon}
          title={t(gone.title)}
          text={t(gone.text)}
          actions={<Button onClick={toList}>{t(gone.action)}</Button>}
        />
      </UntitledPage>
    );
  }
  if (query.data !== undefined) return children(query.data);
  return (
    <UntitledPage title={title}>
      {query.error ? (
        <FailedState title={t(failed)} trouble={troubleOf(query.error)} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton {...skeleton} />
      )}
    </UntitledPage>
  );
}
