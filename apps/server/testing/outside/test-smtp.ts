import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface TestSmtp {
  readonly port: number;
  /** As SMTP_URL. */
  readonly url: string;
  readonly mails: string[];
  /** Recipients are refused with this. */
  refusal: Error | undefined;
  close(): Promise<void>;
}

/** A mail server that keeps what it takes. */
export async function testSmtp(): Promise<TestSmtp> {
  const mails: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) => done(own.refusal),
    onData(stream, _session, done) {
      let text = "";
      stream.on("data", (chunk) => (text += String(chunk)));
      stream.on("end", () => {
        mails.push(text);
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  const own: TestSmtp = {
    port,
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    mails,
    refusal: undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return own;
}
