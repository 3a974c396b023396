def l = ['a', 'b', 'c']
println l.indexed()
println l.withIndex()
println l.indices
l.eachWithIndex { x, i -> l[i] = x + i }
println l
println l.swap(0, 2)
println l.collect { it }.with { it.size() }
println([1, 2, 3].asImmutable())
println l.toString() + l.inspect()
