export const zh = {
  "app.rights.changed": "您的权限已更改。",
  "app.rights.deviceRead": "缺少此设备的只读权限。",
  "app.rights.deviceWrite": "缺少此设备的读写权限。",
  "app.rights.tenantRead": "缺少租户级的只读权限。",
  "app.rights.tenantWrite": "缺少租户级的读写权限。",
  "app.rights.manager": "此操作仅限主账号。",
  "app.rights.now": "页面已按现有权限显示。",
};
