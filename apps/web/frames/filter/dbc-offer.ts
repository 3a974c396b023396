import { createContext } from "react";

/** The DBC files that a page can offer beside those on the user's own machine; this floor knows no library. */
export interface DbcOffer {
  readonly files: readonly { readonly key: string; readonly name: string; readonly note: string }[];
  read(key: string): Promise<{ readonly name: string; readonly text: string }>;
}

export const DbcOffers = createContext<DbcOffer | null>(null);
