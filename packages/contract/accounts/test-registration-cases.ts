import { fieldErrors as f } from "./errors.ts";
import { personErrors as p } from "./person-errors.ts";

/** One table for the form and the server (ACC-14, ACC-15, spec §5): every rule at its edge and beyond it. */
export interface RuleCase {
  readonly field: string;
  readonly value: string;
  /** Null: taken. */
  readonly code: string | null;
  /** The one rule where the two differ: the register call takes longer names. */
  readonly pageCode?: string;
  /** Further values that the case needs. */
  readonly also?: Readonly<Record<string, string>>;
}

const of = (field: string, code: string | null, values: readonly string[], also = {}): RuleCase[] =>
  values.map((value) => ({ field, value, code, also }));

const wordCases = (field: string): RuleCase[] => [
  ...of(field, p.wordsEmpty.code, [""]),
  ...of(field, p.wordsFormat.code, ["车", "a", "x".repeat(33), "a b", "a-b", "a.b", "试验！", " 工程师"]),
  ...of(field, null, ["工程", "a_", "x".repeat(32), "车".repeat(32), "𠮷野", "A1_工"]),
];

export const REGISTRATION_CASES: readonly RuleCase[] = [
  ...of("name", f.newUsernameEmpty.code, [""]),
  ...of("name", f.newUsernameFormat.code, ["a", "1ab", "a-b", "a b", "李伟", "a".repeat(33), "a@b", " ab"]),
  ...of("name", null, ["ab", "_1", "a".repeat(20)]),
  { field: "name", value: "a".repeat(21), code: null, pageCode: f.newUsernameFormat.code },
  { field: "name", value: "a".repeat(32), code: null, pageCode: f.newUsernameFormat.code },
  ...of("mobile", f.phoneEmpty.code, [""]),
  ...of("mobile", f.phoneFormat.code, ["1380013800", "138001380001", "23800138000", "+8613800138000"], {
    region: "cn",
  }),
  ...of("mobile", f.phoneFormat.code, ["1380013800a", "138 0013 8000", "１３８００１３８０００"], { region: "cn" }),
  ...of("mobile", null, ["13800138000", "19999999999"], { region: "cn" }),
  ...of("mobile", f.phoneFormat.code, ["49301", "4930123456789012", "49-30123456"], { region: "intl" }),
  ...of("mobile", null, ["493012", "493012345678901"], { region: "intl" }),
  ...of("mobile_verification_code", f.phoneCodeFormat.code, ["", "12345", "1234567", "12345a", "１２３４５６"]),
  ...of("password", f.passwordEmpty.code, [""]),
  ...of("password", f.passwordFormat.code, ["Aa1!567", "Aa1!5678901234567", "Aa1! 5678", "Aa1密码5678", "Aa1!567\t8"]),
  ...of("password", f.passwordWeak.code, ["aaaaaaaa", "12345678", "AAAAAAAA", "!!!!!!!!", "--------", "aaaa----"]),
  ...of("password", null, ["aaaaaaa1", "Aa1!567890123456", "AAAAAAAa", "1234567!", "^^^^^^^a"]),
  ...of("merchant_id", f.merchantIdInvalid.code, ["", "   ", "M".repeat(65)]),
  ...of("email", f.emailFormat.code, ["li", "li@", "@example.com", "li wei@example.com", `${"a".repeat(250)}@b.cn`]),
  ...of("nick_name", p.nickNameEmpty.code, ["", "  "]),
  ...of("nick_name", p.nickNameFormat.code, ["李", "x".repeat(21)]),
  ...of("nick_name", null, ["李伟", "x".repeat(20), "Li Wei"]),
  ...of("gender", p.genderUnknown.code, ["", "男女", "male", "X"]),
  ...of("gender", null, ["男", "女"]),
  ...["job", "industry", "organization_name", "address"].flatMap(wordCases),
  ...["country", "province", "city", "department"].flatMap((field) => [
    ...of(field, null, ["", "x".repeat(64)]),
    ...of(field, p.textTooLong.code, ["x".repeat(65)]),
  ]),
  ...of("description", p.textTooLong.code, ["x".repeat(513)]),
  ...of("avatar", "platform.imageFormat", [
    "x",
    "https://example.com/a.png",
    "data:image/svg+xml;base64,PHN2Zz4=",
    "data:image/png;base64,PHN2Zz48L3N2Zz4=",
    "data:image/jpeg;base64,iVBORw0KGgoAAAANSUhEUg==",
  ]),
  ...of("avatar", "platform.imageTooLarge", [`data:image/png;base64,${"iVBORw0KGgoA".padEnd(2_796_208, "A")}`]),
  ...of("avatar", null, ["", "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=="]),
];

/** A registration that every rule takes. */
export const RIGHT_REGISTRATION = {
  avatar: "",
  nick_name: "李伟",
  gender: "男",
  job: "工程师",
  department: "",
  description: "",
  industry: "汽车",
  organization_name: "青冠智联",
  address: "上海",
  country: "",
  province: "",
  city: "",
  tenant_type: 0,
  merchant_id: "M-1042",
  name: "li_wei",
  region: "cn",
  mobile: "13800138000",
  mobile_verification_code: "123456",
  password: "Right-2026",
  email: "",
  email_verification_code: "",
} as const;
