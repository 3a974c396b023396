println([:].getClass().name)
println([a: 1].getClass().simpleName)
println new HashMap([a: 1]).size()
println new LinkedHashMap().isEmpty()
Map<String, Integer> m = [a: 1]
m.b = 2
println m
println m.inject(0) { s, e -> s + e.value }
println m.every { k, v -> v instanceof Integer }
println m.toString()
println m.inspect()
println([s: 'x'].inspect())
println m*.key
println m*.value.sum()
println m.keySet() as List
