import { GENDERS } from "@canopy/contract/accounts/person";
import { type emailStep, OWNER, type personStep, type userStep } from "@canopy/contract/accounts/registration";
import { z } from "zod";

export type UserValues = z.input<typeof userStep>;
export type EmailValues = z.input<typeof emailStep>;
export type PersonValues = z.input<typeof personStep>;

/** How the registration ended: shown again after a reload. */
const done = z.object({ name: z.string(), organisation: z.string(), state: z.enum(["review", "active"]) });
export type Done = z.output<typeof done>;

const text = z.string().catch("");

/** What this tab keeps of the form: neither passwords nor codes (ACC-13). */
const keptDraft = z.object({
  user: z
    .object({
      tenant_type: z.union([z.literal(0), z.literal(1)]).catch(OWNER),
      merchant_id: text,
      name: text,
      region: z.enum(["cn", "intl"]).catch("cn"),
      mobile: text,
    })
    .default({ tenant_type: OWNER, merchant_id: "", name: "", region: "cn", mobile: "" }),
  email: text,
  person: z.record(z.string(), z.string()).catch({}),
  done: done.optional().catch(undefined),
});
type KeptDraft = z.output<typeof keptDraft>;

export interface Draft {
  readonly user: UserValues;
  readonly email: EmailValues;
  readonly person: PersonValues;
  readonly done?: Done | undefined;
}

const KEY = "canopy.registration";

const EMPTY_PERSON: PersonValues = {
  avatar: "",
  nick_name: "",
  gender: GENDERS[0],
  job: "",
  department: "",
  description: "",
  industry: "",
  organization_name: "",
  address: "",
  country: "",
  province: "",
  city: "",
};

export function readDraft(merchant: string | undefined): Draft {
  const kept = keptDraft.parse(stored());
  const user = merchant ? { ...kept.user, tenant_type: OWNER as 0, merchant_id: merchant } : kept.user;
  return {
    user: { ...user, mobile_verification_code: "", password: "", confirm: "", agreed: false },
    email: { email: kept.email, email_verification_code: "" },
    person: { ...EMPTY_PERSON, ...kept.person },
    done: kept.done,
  };
}

export function keepDraft({ user, email, person, done: end }: Draft): void {
  const { tenant_type, merchant_id, name, region, mobile } = user;
  store({
    user: { tenant_type, merchant_id, name, region, mobile },
    email: email.email,
    person: textsOf(person),
    done: end,
  });
}

/** ACC-17: somebody who was refused goes on with what was typed then. */
export function keepApplication(application: Readonly<Record<string, unknown>>): void {
  const texts = textsOf(application);
  const { name = "", mobile = "", merchant_id = "", email = "" } = texts;
  const person = Object.fromEntries(Object.keys(EMPTY_PERSON).map((key) => [key, texts[key] ?? ""]));
  const region = /^1\d{10}$/.test(mobile) ? "cn" : "intl";
  const tenant_type = application.tenant_type === 1 ? 1 : OWNER;
  store({ user: { tenant_type, merchant_id, name, region, mobile }, email, person });
}

export function forgetDraft(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage is forbidden: nothing was kept.
  }
}

const textsOf = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === "string"));

function stored(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

function store(draft: Omit<KeptDraft, "done"> & { done?: Done | undefined }): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // Storage is full or forbidden: a reload begins anew.
  }
}
