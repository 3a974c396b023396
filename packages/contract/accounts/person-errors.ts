import { defineErrors } from "../platform/errors.ts";

/** ACC-15: rules of personal information that the spec gives no code. */
export const personErrors = defineErrors("accounts", {
  nickNameEmpty: { status: 400, zh: "请输入昵称", en: "Enter a nickname" },
  nickNameFormat: { status: 400, zh: "昵称为 2-20 个字符", en: "A nickname has 2-20 characters" },
  wordsEmpty: { status: 400, zh: "此项必填", en: "This is required" },
  wordsFormat: {
    status: 400,
    zh: "须为 2-32 位中文、字母、数字或下划线",
    en: "2-32 Chinese characters, letters, digits or underscores",
  },
  genderUnknown: { status: 400, zh: "性别为男或女", en: "The gender is 男 or 女" },
  textTooLong: { status: 400, zh: "内容过长", en: "This is too long" },
});
