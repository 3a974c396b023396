export const zh = {
  "devices.sending.who": "谁可以发送帧",
  "devices.sending.who.writers": "对设备有读写权限的所有用户",
  "devices.sending.who.managers": "仅管理员",
  "devices.sending.who.nobody": "任何人都不可以",
  "devices.sending.whoNote": "规则和测试发送的帧也受此限制；停止发送始终允许。",
  "devices.sending.orphans": "发送者的页面关闭后",
  "devices.sending.orphans.stop": "停止循环发送",
  "devices.sending.orphans.show": "继续发送，并在设备上标明",
  "devices.sending.orphansNote": "页面在半分钟内没有消息即视为关闭。选择“离开，继续发送”的不受影响。",
};
