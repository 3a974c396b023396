export const zh = {
  "accounts.owners.note": "使用本商户 ID 注册的业主。",
  "accounts.owners.name": "业主",
  "accounts.owners.organization": "单位",
  "accounts.owners.contact": "联系人",
  "accounts.owners.phone": "手机号",
  "accounts.owners.email": "邮箱",
  "accounts.owners.devices": "设备数",
} as const;
