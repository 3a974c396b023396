import { Children, Fragment, isValidElement, type ReactNode } from "react";
import type { ToolbarItem } from "../toolbar/Toolbar.tsx";
import { SearchInput } from "./SearchInput.tsx";

const SEARCH_PX = 160;

interface ListTools {
  readonly filters?: ReactNode;
  readonly facts?: ReactNode;
  readonly columns: ReactNode;
  readonly actions?: ReactNode;
}

/** Where, what, filter; at the right what is true now, then actions, the main one last. Facts leave first, the later filters next. */
export function listToolbar({ filters, facts, columns, actions }: ListTools): ToolbarItem[] {
  const acting = partsOf(actions);
  return [
    ...partsOf(filters).map((content, at) =>
      isSearch(content)
        ? { key: `filter${at}`, content, minPx: SEARCH_PX }
        : { key: `filter${at}`, content, priority: 2 + at },
    ),
    { key: "facts", content: facts, priority: 20, atEnd: true },
    { key: "columns", content: columns, priority: 15, atEnd: true },
    ...acting.map((content, at) => {
      const stays = isMain(content) ? { atBottom: true } : { priority: 10 - at };
      return { key: `action${at}`, content, atEnd: true, ...stays };
    }),
  ];
}

/** Each child of a fragment is an item of its own. */
function partsOf(node: ReactNode): ReactNode[] {
  return Children.toArray(node).flatMap((child) =>
    isValidElement<{ children?: ReactNode }>(child) && child.type === Fragment
      ? partsOf(child.props.children)
      : [child],
  );
}

function isMain(node: ReactNode): boolean {
  return isValidElement<{ kind?: unknown }>(node) && node.props.kind === "main";
}

export function hasSearch(filters: ReactNode): boolean {
  return partsOf(filters).some(isSearch);
}

function isSearch(node: ReactNode): boolean {
  return isValidElement(node) && node.type === SearchInput;
}
