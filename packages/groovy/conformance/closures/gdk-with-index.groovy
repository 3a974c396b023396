def l = ['a', 'b', 'c']
println l.withIndex().collectEntries { v, i -> [i, v] }
println l.collect { it }.withIndex().findAll { v, i -> i != 1 }*.first()
l.eachWithIndex { v, i -> print "$i:$v " }
println()
println((0..<l.size()).collect { l[it] * (it + 1) })
println l.indexed().collect { i, v -> "$i$v" }
println l.findIndexOf { it == 'c' }
println([1, 2, 3, 4].inject([]) { acc, x -> acc << (acc ? acc[-1] + x : x) })
