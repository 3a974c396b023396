export const zh = {
  "accounts.loginProviders.title": "第三方登录",
  "accounts.loginProviders.lead":
    "登录页显示已启用的第三方登录；首次使用时绑定到一个账号。各公司自己的 OpenID 登录由其管理员在系统配置中设置。",
  "accounts.loginProviders.failed": "登录服务方未能读取",
  "accounts.loginProviders.kind.weixin": "微信",
  "accounts.loginProviders.none": "未设置",
  "accounts.loginProviders.on": "已启用",
  "accounts.loginProviders.off": "已停用",
  "accounts.loginProviders.appId": "应用 ID（AppID）",
  "accounts.loginProviders.secret": "应用密钥（AppSecret）",
  "accounts.loginProviders.secretKept": "已保存，不再显示；应用和接口地址不变时可留空",
  "accounts.loginProviders.signInUrl": "扫码页地址",
  "accounts.loginProviders.apiUrl": "接口地址",
  "accounts.loginProviders.callback": "授权回调域",
  "accounts.loginProviders.fromEnvironment": "由环境变量 CANOPY_WEIXIN_APP_ID 设置；在这里设置后以这里为准。",
  "accounts.loginProviders.set": "设置微信登录",
  "accounts.loginProviders.edit": "修改微信登录",
  "accounts.loginProviders.enable": "在登录页显示微信登录",
  "accounts.loginProviders.save": "保存",
  "accounts.loginProviders.remove": "移除微信登录",
  "accounts.loginProviders.removeNote":
    "登录页不再显示微信登录，密钥会被删除；已绑定的账号仍可用密码或短信验证码登录。",
};
