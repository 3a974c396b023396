import {
  listProviders,
  PROVIDED_CHANNELS,
  type ProvidedChannel,
  type ProviderField,
  providerErrors,
  providerFields,
  removeProvider,
  setProvider,
  testProvider,
} from "@canopy/contract/messages/providers";
import { DELETED, SAVED } from "@canopy/contract/platform/answers";
import type { Text } from "@canopy/contract/platform/language";
import { ApiError } from "../platform/http/api-error.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { Providers } from "./find-providers.ts";
import { wakeUnconfigured } from "./outbox-store.ts";
import { deleteProvider, findProvider, listTraffic, storeProvider } from "./provider-store.ts";
import { sendNow } from "./send-message.ts";
import { reportPath } from "./voice-reports.ts";

interface ProviderServices {
  readonly db: Db;
  readonly secret: string;
  readonly providers: Providers;
}

const TEST: Text = { zh: "这是 Canopy 的测试消息。", en: "This is a test message of Canopy." };
const SENT: Text = { zh: "已发送", en: "Sent" };

/** TRG-06: the operator's providers of mail, text message and voice. */
export function providerRoutes({ db, secret, providers }: ProviderServices): Route[] {
  return [
    route(listProviders, async () => {
      const traffic = await listTraffic(db);
      return { list: await Promise.all(PROVIDED_CHANNELS.map((channel) => describe(channel, traffic))) };
    }),
    route(setProvider, async ({ params: { channel }, body, language }) => {
      const before = await findProvider(db, secret, channel);
      const values = checkedValues(channel, body.provider, body.settings);
      const kept = before?.kind === body.provider ? before.secret : undefined;
      // Mail servers inside a company may take mail without a sign-in.
      const given = body.secret ?? kept ?? (channel === "email" && !values.user ? "" : undefined);
      if (given === undefined) throw invalid("secret");
      await storeProvider(db, secret, channel, { kind: body.provider, values, secret: given });
      await wakeUnconfigured(db, channel);
      return { message: SAVED[language] };
    }),
    route(removeProvider, async ({ params: { channel }, language }) => {
      await deleteProvider(db, channel);
      return { message: DELETED[language] };
    }),
    route(testProvider, async ({ caller, params: { channel }, body: { to: destination }, language }) => {
      const parameters = { subject: "Canopy", text: TEST[language], time: new Date().toISOString() };
      const message = { tenantId: caller.tenantId, channel, destination, subject: "Canopy", content: TEST[language] };
      const result = await sendNow(db, providers, { ...message, template: "notice", parameters });
      if (result.kind === "kept") throw new ApiError(providerErrors.providerMissing);
      if (result.kind === "failed")
        throw new ApiError(providerErrors.providerRefused, { values: { problem: result.problem } });
      return { message: SENT[language] };
    }),
  ];

  async function describe(channel: ProvidedChannel, traffic: Awaited<ReturnType<typeof listTraffic>>) {
    const own = await findProvider(db, secret, channel);
    const settings = own ?? providers.fromEnvironment(channel);
    const counted = traffic.find((one) => one.channel === channel);
    return {
      channel,
      provider: settings?.kind ?? null,
      settings: { ...settings?.values },
      has_secret: Boolean(settings?.secret),
      is_from_environment: own === undefined && settings !== undefined,
      waiting: counted?.waiting ?? 0,
      failed: counted?.failed ?? 0,
      problem: counted?.problem ?? null,
      next_time: counted?.next_time ?? null,
      report_path: reportPath(secret, channel, settings?.kind),
    };
  }
}

const invalid = (field: string) => new ApiError(providerErrors.providerInvalid, { field, values: { field } });

function checkedValues(channel: ProvidedChannel, kind: string, values: Readonly<Record<string, string>>) {
  const fields = providerFields(channel, kind);
  if (fields === undefined) throw invalid("provider");
  const unknown = Object.keys(values).find((name) => !fields.some((field) => field.name === name));
  if (unknown !== undefined) throw invalid(unknown);
  const wrong = fields.find((field) => !isRight(field, values[field.name] ?? ""));
  if (wrong !== undefined) throw invalid(wrong.name);
  return values;
}

function isRight({ isOptional, options, pattern }: ProviderField, value: string): boolean {
  if (value === "") return isOptional === true;
  return (options?.includes(value) ?? true) && (pattern?.test(value) ?? true);
}
