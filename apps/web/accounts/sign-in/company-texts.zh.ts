export const zh = {
  "accounts.company.title": "公司账号登录",
  "accounts.company.go": "前往公司登录页",
  "accounts.company.company": "公司",
  "accounts.company.hint": "公司主账号的名称，可向管理员询问",
  "accounts.company.bound": "微信已绑定",
  "accounts.company.arriving": "正在登录…",
};
