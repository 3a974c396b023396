import { z } from "zod";
import { pictureText } from "../platform/images.ts";
import { personErrors } from "./person-errors.ts";

/** ACC-15: words of a person and its organisation: Chinese, letters, digits and _. */
const WORDS = /^[\p{Script=Han}A-Za-z0-9_]+$/u;

const wordsOf = (min: number, max: number) =>
  z
    .string()
    .min(1, personErrors.wordsEmpty.code)
    .max(2 * max, personErrors.wordsFormat.code)
    .refine((text) => WORDS.test(text) && length(text) >= min && length(text) <= max, personErrors.wordsFormat.code);

/** As people count: a rare Chinese character is two units of a string. */
function length(text: string): number {
  return [...text].length;
}

export const GENDERS = ["男", "女"] as const;

const NICK_NAME_MIN = 2;
const NICK_NAME_MAX = 20;

export const nickName = z
  .string()
  .trim()
  .min(1, personErrors.nickNameEmpty.code)
  .max(2 * NICK_NAME_MAX, personErrors.nickNameFormat.code)
  .refine((text) => length(text) >= NICK_NAME_MIN && length(text) <= NICK_NAME_MAX, personErrors.nickNameFormat.code);

const shortText = z.string().trim().max(64, personErrors.textTooLong.code);
const longText = z.string().trim().max(512, personErrors.textTooLong.code);

/** Of the person alone. */
export const ownFields = {
  avatar: pictureText.default(""),
  nick_name: nickName,
  gender: z.enum(GENDERS, personErrors.genderUnknown.code).default(GENDERS[0]),
  job: wordsOf(2, 32),
  department: shortText.default(""),
  description: longText.default(""),
};

/** Of the person's organisation: a sub-user has those of the primary account (ACC-24). */
export const organisationFields = {
  industry: wordsOf(2, 32),
  organization_name: wordsOf(2, 32),
  address: wordsOf(2, 32),
  country: shortText.default(""),
  province: shortText.default(""),
  city: shortText.default(""),
};
