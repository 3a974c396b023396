export const zh = {
  "devices.licence.enable": "允许主账号生成许可证",
  "devices.licence.enableNote": "显示许可证表单及用户菜单中的入口。",
  "devices.licence.required": "新增设备必须有许可证",
  "devices.licence.requiredNote": "仅当许可证与设备类型和设备 ID 相符时才能添加设备；已有设备不受影响。",
  "devices.licence.saved": "许可证配置已保存",
} as const;
