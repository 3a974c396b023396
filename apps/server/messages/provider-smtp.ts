import { createTransport } from "nodemailer";
import { DeliveryProblem } from "./delivery-problem.ts";
import type { Provider } from "./outgoing-message.ts";
import type { ProviderSettings } from "./provider-settings.ts";

const PATIENCE_MS = 10_000;

/** Settings of SMTP_URL, such as `smtps://user:password@host:465?from=Canopy%20<no-reply@example.com>`. */
export function smtpSettings(smtpUrl: string): ProviderSettings {
  const url = new URL(smtpUrl);
  const isTls = url.protocol === "smtps:";
  const isPlain = url.searchParams.get("ignoreTLS") === "true";
  return {
    kind: "smtp",
    values: {
      host: url.hostname,
      port: url.port || (isTls ? "465" : "587"),
      security: isTls ? "tls" : isPlain ? "none" : "starttls",
      user: decodeURIComponent(url.username),
      from: url.searchParams.get("from") ?? "Canopy <no-reply@localhost>",
    },
    secret: decodeURIComponent(url.password),
  };
}

export function smtpProvider({ values, secret }: ProviderSettings): Provider {
  const { host, port, security, user, from } = values;
  const transport = createTransport({
    host,
    port: Number(port),
    secure: security === "tls",
    ...(user && { auth: { user, pass: secret } }),
    ...(security === "none" && { ignoreTLS: true }),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  const deliver: Provider["deliver"] = async ({ id, destination, subject, content, html }) => {
    try {
      // The same Message-ID at every try: mail servers show a repetition once.
      const messageId = `<${id}@canopy>`;
      // One address, which a text would not be: of that a list is read.
      const to = { name: "", address: destination };
      await transport.sendMail({ from, to, subject, text: content, ...(html && { html }), messageId });
      return { providerId: messageId };
    } catch (error) {
      throw new DeliveryProblem(error instanceof Error ? error.message : String(error), { isFinal: isFinal(error) });
    }
  };
  return { deliver };
}

/** 5yz: refused for good. The sign-in of the operator's account is not the message's fault. */
function isFinal(error: unknown): boolean {
  const { responseCode = 0, code = "" } = error as { responseCode?: number; code?: string };
  return responseCode >= 500 && code !== "EAUTH";
}
