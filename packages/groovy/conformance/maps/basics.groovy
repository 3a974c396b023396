def m = [a: 1, 'b c': 2, 3: 'three', (1 + 1): 'two']
println m
println m.a + ' ' + m['b c'] + ' ' + m[3] + ' ' + m[2]
m.d = 4
m['e'] = 5
m.put('f', 6)
println m.size()
println m.missing
println([m.containsKey('a'), m.containsValue(6)])
println m.remove('a') + ' ' + m.a
println([:])
println([:].size())
println m.keySet()
println m.values()
