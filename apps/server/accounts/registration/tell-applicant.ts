import type { NewMessage } from "../../messages/outgoing-message.ts";
import type { Applicant } from "./review-store.ts";

/** In both languages: nobody knows which one the applicant reads. */
const approved = (name: string) =>
  `您的账号 ${name} 已通过审核，现在可以登录。 Your account ${name} was approved; you can sign in now.`;
const refused = (name: string, reason: string) =>
  `您的账号 ${name} 未通过审核：${reason}。可修改后重新申请。 Your account ${name} was refused: ${reason}. You may apply again.`;

/** At once, or by the outbox. */
export type SendMessage = (message: NewMessage) => Promise<unknown>;

/** ACC-17: by text message and e-mail; one that cannot be sent stands in the outbox with its reason. */
export async function tellApplicant(send: SendMessage, applicant: Applicant, reason: string | null): Promise<void> {
  const content = reason === null ? approved(applicant.name) : refused(applicant.name, reason);
  const ways = [
    { channel: "sms", destination: applicant.phone },
    { channel: "email", destination: applicant.email },
  ] as const;
  for (const { channel, destination } of ways) {
    if (!destination) continue;
    const parameters = { subject: "Canopy", text: content, time: new Date().toISOString() };
    const message = { tenantId: null, channel, destination, subject: "Canopy", content, parameters } as const;
    await send({ ...message, template: "notice" });
  }
}
