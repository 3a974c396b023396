import "./company-texts.ts";
import { useEffect, useRef } from "react";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { bindingTicketOf, finishArrival } from "./finish-arrival.ts";

interface ArrivingProps {
  /** What the other site sent back. */
  query: string;
  onSignedIn(): Promise<void>;
  /** With a ticket: what came is new here, and the next sign-in binds it. */
  onRefused(problem: string, bindingTicket: string): void;
}

/** A bare line while the answer of the other site is looked at. */
export function Arriving({ query, onSignedIn, onRefused }: ArrivingProps) {
  const t = useText();
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    finishArrival(query)
      .then(onSignedIn)
      .catch((thrown: unknown) => onRefused(troubleOf(thrown).text, bindingTicketOf(thrown)));
  }, [query, onSignedIn, onRefused]);
  return <p role="status">{t("accounts.company.arriving")}</p>;
}
