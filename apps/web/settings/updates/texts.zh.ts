export const zh = {
  "settings.updates.v010.signIn":
    "登录：验证器应用的两步验证与恢复码；公司自己的 OpenID Connect 登录，按规则自动建立子用户",
  "settings.updates.v010.config": "系统配置：徽标、名称、页脚，保存前预览；本租户自己的登录页",
  "settings.updates.v010.people": "人员：注册与审核、子用户权限、可校验的操作日志、个人中心",
  "settings.updates.v010.firmware": "设备固件：签名镜像，按波次升级，可暂停、停止和重试",
  "settings.updates.v010.rest": "推送规则、文件收件箱、终端文件召回、UDS 诊断",
  "settings.updates.title": "{version} 版有什么新内容",
  "settings.updates.notAgain": "{version} 版不再提示",
  "settings.updates.ok": "知道了",
  "settings.updates.log": "完整日志",
  "settings.updates.running": "当前版本",
};
