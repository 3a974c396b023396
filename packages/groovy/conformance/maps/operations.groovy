def m = [a: 1, b: 2]
println m + [c: 3]
println m + [a: 9]
println m - [a: 1]
println m << [z: 0]
println m
println m.subMap(['a', 'z'])
println m == [z: 0, b: 2, a: 1]
println m.isEmpty()
m.clear()
println m
println m ?: 'empty'
def n = [x: 1].plus([y: 2])
println n
println n.drop(1)
println n.getOrDefault('q', 7)
