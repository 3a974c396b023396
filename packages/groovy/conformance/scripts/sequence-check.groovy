def expected = ['init', 'ready', 'run', 'stop']
def seen = ['init', 'noise', 'ready', 'run', 'run', 'stop']
int at = 0
for (s in seen) if (at < expected.size() && s == expected[at]) at++
println at == expected.size() ? 'in order' : "missing ${expected[at]}"
println seen - expected
println expected.collect { e -> seen.count(e) }
println expected.every { it in seen }
println seen.inject([]) { a, x -> a && a[-1] == x ? a : a + x }
