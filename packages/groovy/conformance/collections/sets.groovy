def s = [3, 1, 3, 2] as Set
println s
println s.size()
println s.contains(3)
s << 5
s.add(1)
println s
println(([1, 2] as Set) == ([2, 1] as Set))
println s.collect { it * 2 }
println(([1, 2, 3] as Set).intersect([2, 3, 4] as Set))
println(([1, 2] as Set) + [3])
println(([1, 2] as Set) - [2])
println([1, 2, 2].toSet().size())
println s.findAll { it > 2 }
println new TreeSet([3, 1, 2])
