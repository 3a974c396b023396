export const zh = {
  "alarms.live.region": "新报警",
  "alarms.live.more": "另有 {count} 个报警",
  "alarms.events.acknowledge": "确认",
};
