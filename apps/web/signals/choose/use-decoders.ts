import type { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import type { Signal } from "@canopy/can/dbc/model";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { decoderOf } from "../dbc/dbc-decoders.ts";
import { parsedDbcQuery } from "../dbc/dbc-library.ts";

export interface LibraryDecoder {
  readonly name: string;
  readonly decoder: DbcDecoder;
}

const keyOf = ({ dbc_id, revision }: SignalReference) => `${dbc_id}@${revision ?? "newest"}`;

/** The decoders of the signals' DBCs, each once; missing and loading ones are left out. */
export function useDecoders(
  signals: readonly SignalReference[],
): (signal: SignalReference) => LibraryDecoder | undefined {
  const wanted = useMemo(() => [...new Map(signals.map((one) => [keyOf(one), one])).values()], [signals]);
  const found = useQueries({
    queries: wanted.map(({ dbc_id, revision }) => parsedDbcQuery(dbc_id, revision ?? "newest")),
    combine: (answers) => answers.map(({ data }) => data),
  });
  // The list is new with every render, its content is not.
  const stamp = found.map((one, i) => `${wanted[i] ? keyOf(wanted[i]) : ""}:${one?.revision ?? ""}`).join("|");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stamp represents the answers
  return useMemo(() => {
    const byKey = new Map(
      wanted.map((one, i) => {
        const library = found[i];
        return [keyOf(one), library && { name: library.name, decoder: decoderOf(library.dbc) }] as const;
      }),
    );
    return (signal) => byKey.get(keyOf(signal));
  }, [wanted, stamp]);
}

/** The definition of a signal in the DBC. */
export function definitionOf(found: LibraryDecoder | undefined, reference: SignalReference): Signal | undefined {
  const message = found?.decoder.find(reference.message_id, reference.is_extended)?.message;
  return message?.signals.find(({ name }) => name === reference.signal);
}
