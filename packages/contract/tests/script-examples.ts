import type { Text } from "../platform/language.ts";
import type { ScriptText } from "./scripts.ts";

export interface ScriptExample extends ScriptText {
  readonly title: Text;
}

const title = {
  response: { zh: "响应时间：制动踏板 → 制动灯", en: "Response time: brake pedal → brake lamp" },
  message: { zh: "报文：周期、滚动计数、校验和", en: "A message: cycle, counter, checksum" },
  statistics: { zh: "自行计算：平均值和极值", en: "Own figures: mean and extremes" },
  state: { zh: "状态持续时间", en: "How long a state lasts" },
} as const;

/** TST-02: the library. Names of signals are `Message.Signal`: choose signals and put their names in. */
export const SCRIPT_EXAMPLES: readonly ScriptExample[] = [
  {
    title: title.response,
    language: "groovy",
    content: `// The lamp is on 50 ms after the pedal at the latest.
def limitMs = 50
responseTime('Brake.Pedal', 1, 'Lamps.Stop', 1, limitMs)
within('Brake.Pedal', 0, 1)
`,
  },
  {
    title: title.message,
    language: "groovy",
    content: `// Message 0x3A0 comes every 100 ms, give or take 10 %.
cycle(0x3A0, 100, 10)
// Its counter goes up by one, from 15 to 0.
counter('BMS.Alive', 16)
// Byte 2 is the exclusive or of the others.
checksum(0x3A0, 'xor', 2)
`,
  },
  {
    title: title.statistics,
    language: "groovy",
    content: `def volts = signal('BMS.Volt').values.toList()
if (volts.isEmpty()) {
  check('supply', null, 0)
} else {
  def mean = volts.sum() / volts.size()
  println "mean \${mean} V, \${volts.min()} to \${volts.max()} V"
  check('mean supply 12 to 14.8 V', mean >= 12 && mean <= 14.8, mean)
}
`,
  },
  {
    title: title.state,
    language: "groovy",
    content: `// The longest time that the lamp is on.
def lamp = signal('Lamps.Stop')
def longest = 0d
def since = null
lamp.values.toList().eachWithIndex { value, i ->
  def at = lamp.times[i]
  if (value == 1d && since == null) since = at
  if (value != 1d && since != null) {
    longest = Math.max(longest, at - since)
    since = null
  }
}
println "on for \${longest} ms"
check('lamp on for 5 s at most', longest <= 5000d, longest)
`,
  },
  {
    title: title.response,
    language: "javascript",
    content: `// The lamp is on 50 ms after the pedal at the latest.
const limitMs = 50;
responseTime("Brake.Pedal", 1, "Lamps.Stop", 1, limitMs);
within("Brake.Pedal", 0, 1);
`,
  },
  {
    title: title.message,
    language: "javascript",
    content: `// Message 0x3A0 comes every 100 ms, give or take 10 %.
cycle(0x3a0, 100, 10);
// Its counter goes up by one, from 15 to 0.
counter("BMS.Alive", 16);
// Byte 2 is the exclusive or of the others.
checksum(0x3a0, "xor", 2);
`,
  },
  {
    title: title.statistics,
    language: "javascript",
    content: `const { values } = signal("BMS.Volt");
if (values.length === 0) {
  check("supply", null, 0);
} else {
  const mean = values.reduce((sum, volt) => sum + volt, 0) / values.length;
  print(\`mean \${mean} V, \${Math.min(...values)} to \${Math.max(...values)} V\`);
  check("mean supply 12 to 14.8 V", mean >= 12 && mean <= 14.8, mean);
}
`,
  },
  {
    title: title.state,
    language: "javascript",
    content: `// The longest time that the lamp is on.
const lamp = signal("Lamps.Stop");
let longest = 0;
let since = null;
lamp.values.forEach((value, i) => {
  const at = lamp.times[i];
  if (value === 1 && since === null) since = at;
  if (value !== 1 && since !== null) {
    longest = Math.max(longest, at - since);
    since = null;
  }
});
print(\`on for \${longest} ms\`);
check("lamp on for 5 s at most", longest <= 5000, longest);
`,
  },
];
