println([3, 1, 2].sort())
println(['b', 'A', 'a'].sort())
println([3, 1, 2].sort { -it })
println([3, 1, 2].sort { a, b -> b <=> a })
def l = [2, 1]
println l.sort(false)
println l
l.sort()
println l
println(['ccc', 'a', 'bb'].sort { it.size() })
println([[n: 2, s: 'x'], [n: 1, s: 'y'], [n: 2, s: 'a']].sort { it.n }*.s)
println([2.5, 1, 3L].sort())
println([3, 1, 2].toSorted())
println([b: 1, a: 2].sort())
println([b: 1, a: 2].sort { it.value })
println([b: 1, a: 2].sort { x, y -> y.value <=> x.value })
