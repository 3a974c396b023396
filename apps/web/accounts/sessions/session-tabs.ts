import { z } from "zod";
import {
  dropSession,
  endSession,
  rereadSession,
  type Session,
  sessionStore,
  TOKEN_KEY,
  takeSession,
} from "../session.ts";

/** How long a new tab waits for another one that holds a session of this browser run. */
const ANSWER_WAIT_MS = 120;

const message = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("who") }),
  z.object({
    kind: z.literal("here"),
    session: z.object({ token: z.string(), ujwt: z.string(), sessionId: z.string(), kept: z.literal(false) }),
  }),
  /** The server ended this one. */
  z.object({ kind: z.literal("ended"), token: z.string() }),
  /** A person signed out: of the browser, not of one tab. */
  z.object({ kind: z.literal("signedOut") }),
]);
type Message = z.output<typeof message>;

const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel("canopy.session") : undefined;

/**
 * One browser, one session, however many tabs: a session that ends with the browser lives in each tab's own storage, so
 * a new tab asks the others for it (ACC-01), and signing out anywhere signs out everywhere (ACC-22).
 */
export function startSessionTabs(onSignedInElsewhere: () => void): void {
  channel?.addEventListener("message", (event) => {
    const parsed = message.safeParse(event.data);
    if (parsed.success) answer(parsed.data);
  });
  globalThis.addEventListener("storage", (event) => {
    // A null key: the whole storage was cleared.
    if (event.key !== TOKEN_KEY && event.key !== null) return;
    if (rereadSession() && sessionStore.get()) onSignedInElsewhere();
  });
}

/** Resolves at once when there is a session, and at the latest after the wait. */
export async function findSession(): Promise<Session | null> {
  if (sessionStore.get() || !channel) return sessionStore.get();
  post({ kind: "who" });
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      stop();
      resolve(sessionStore.get());
    };
    const stop = sessionStore.subscribe(finish);
    const timer = setTimeout(finish, ANSWER_WAIT_MS);
  });
}

export function notifyTabs(said: Extract<Message, { kind: "ended" | "signedOut" }>): void {
  post(said);
}

function answer(heard: Message): void {
  const own = sessionStore.get();
  if (heard.kind === "who" && own && !own.kept) post({ kind: "here", session: { ...own, kept: false } });
  if (heard.kind === "here" && !own) takeSession(heard.session);
  if (heard.kind === "signedOut") dropSession();
  if (heard.kind === "ended" && own?.token === heard.token) endSession();
}

function post(said: Message): void {
  channel?.postMessage(said);
}
