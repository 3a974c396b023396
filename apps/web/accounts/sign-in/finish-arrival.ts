import { arrivalErrors } from "@canopy/contract/accounts/arrival-errors";
import { finishOidc } from "@canopy/contract/accounts/oidc";
import { bindWeixin, finishWeixin } from "@canopy/contract/accounts/weixin";
import { CallError } from "@canopy/contract/platform/http-call";
import { z } from "zod";
import { api } from "../../platform/api.ts";
import { codeText, troubleOf } from "../../platform/error-texts.ts";
import { translate } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { keepSession } from "../session.ts";
import { takeArrival } from "./arrivals.ts";
import "./company-texts.ts";

/** OPS-07, ACC-20: only for a sign-in that this tab began. */
export async function finishArrival(query: string): Promise<void> {
  const sent = new URLSearchParams(query);
  const state = sent.get("state");
  const kind = takeArrival(state);
  if (kind === undefined || state === null) throw expired();
  const reply =
    kind === "oidc"
      ? await api(finishOidc, { body: { state, query } })
      : await api(finishWeixin, { body: { state, code: sent.get("code") ?? "" } });
  keepSession({ token: reply.token, ujwt: reply.ujwt, sessionId: reply.session_id, kept: false });
}

const binding = z.object({ binding_ticket: z.string() });

/** Of a weixin that is new here: the next sign-in binds it. Empty for any other refusal. */
export function bindingTicketOf(thrown: unknown): string {
  const asked = thrown instanceof CallError ? binding.safeParse(thrown.body.details).data : undefined;
  return asked?.binding_ticket ?? "";
}

/** Signed in all the same where it fails: the person is told and can come by weixin again. */
export async function bindArrived(binding_ticket: string): Promise<void> {
  try {
    await api(bindWeixin, { body: { binding_ticket } });
    addNote({ tone: "done", text: translate("accounts.company.bound") });
  } catch (thrown) {
    addNote({ tone: "ordinary", text: troubleOf(thrown).text });
  }
}

function expired(): CallError {
  const { code } = arrivalErrors.arrivalExpired;
  const message = codeText(code) ?? "";
  return new CallError(400, { code, message, errorMsg: message });
}
