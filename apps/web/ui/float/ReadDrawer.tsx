import type { ReactNode } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import layout from "../layout.module.css";
import { FailedState } from "../marks/FailedState.tsx";
import { Skeleton } from "../marks/Skeleton.tsx";
import { Drawer } from "./Drawer.tsx";

interface ReadDrawerProps<T> {
  /** Until it is read, and of what could not be read. */
  name: string;
  title(data: T): string;
  id: string;
  /** Those of the list, to step through. */
  ids: readonly string[];
  query: { readonly data: T | undefined; readonly error: unknown; readonly isPending: boolean; refetch(): unknown };
  onShow(id: string): void;
  onClose(): void;
  children(data: T): ReactNode;
}

/** The detail of a row that is read when it is opened. */
export function ReadDrawer<T>({ name, title, id, ids, query, onShow, onClose, children }: ReadDrawerProps<T>) {
  const at = ids.indexOf(id);
  const step = (to: string | undefined) => (to === undefined ? undefined : () => onShow(to));
  return (
    <Drawer
      title={query.data === undefined ? name : title(query.data)}
      row={id}
      onPrevious={step(at > 0 ? ids[at - 1] : undefined)}
      onNext={step(at < 0 ? undefined : ids[at + 1])}
      onClose={onClose}
    >
      {query.isPending && <Skeleton rows={6} columns={2} />}
      {query.error != null && (
        <FailedState title={name} trouble={troubleOf(query.error)} onRetry={() => void query.refetch()} />
      )}
      {query.data !== undefined && <div className={layout.stack}>{children(query.data)}</div>}
    </Drawer>
  );
}
