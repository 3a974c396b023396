export const zh = {
  "devices.licence.enable": "允许主账号生成授权",
  "devices.licence.enableNote": "显示授权表单及用户菜单中的入口。",
  "devices.licence.required": "新增设备必须有授权",
  "devices.licence.requiredNote": "仅当授权与设备类型和设备 ID 相符时才能添加设备；已有设备不受影响。",
  "devices.licence.saved": "授权配置已保存",
} as const;
