import { createContext } from "react";

/** The DBC files that a page can offer beside those on the user's own machine; this floor knows no library. */
export interface DbcOffer {
  readonly files: readonly { readonly key: string; readonly name: string; readonly note: string }[];
  /** Opens what binds a DBC to a channel of the device; absent: one may not. */
  readonly toBind?: (() => void) | undefined;
  read(key: string): Promise<{ readonly name: string; readonly text: string }>;
}

export const DbcOffers = createContext<DbcOffer | null>(null);
