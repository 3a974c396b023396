import { createTransport } from "nodemailer";
import type { Deliver } from "./send-message.ts";

const PATIENCE_MS = 10_000;

/** E-mail by SMTP_URL, such as `smtps://user:password@host:465?from=Canopy%20<no-reply@example.com>`. */
export function smtpProvider(smtpUrl: string): Deliver {
  const url = new URL(smtpUrl);
  const from = url.searchParams.get("from") ?? "Canopy <no-reply@localhost>";
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port || (url.protocol === "smtps:" ? 465 : 587)),
    secure: url.protocol === "smtps:",
    ...(url.username && { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }),
    ...(url.searchParams.get("ignoreTLS") === "true" && { ignoreTLS: true }),
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  return async (message) => {
    await transport.sendMail({ from, to: message.destination, subject: message.subject, text: message.content });
  };
}
