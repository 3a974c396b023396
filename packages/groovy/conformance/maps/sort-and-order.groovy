def m = [c: 3, a: 1, b: 2]
println m
println m.sort()
println m.sort { -it.value }
println m.sort { a, b -> a.key <=> b.key }
println m.sort().keySet().toList()
println m.entrySet().sort { it.value }*.key
println m.max { it.value }.key
println m.keySet().sort()
println m.values().sort()
println m.collect { it }.first().key
m.remove('a')
m.a = 9
println m
println m.entrySet().collect { it.key + it.value }
