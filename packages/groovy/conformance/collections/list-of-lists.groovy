def m = [[3, 'c'], [1, 'a'], [2, 'b']]
println m.sort { it[0] }
println m*.get(1)
println m.collectEntries { [it[1], it[0]] }
println m.find { n, s -> s == 'b' }
println m.findAll { n, s -> n > 1 }
println m.inject(0) { acc, row -> acc + row[0] }
println m.max { it[0] }
println m.every { it.size() == 2 }
println m.collectMany { it }
println m.groupBy { n, s -> n % 2 }
println m.sum { n, s -> n }
println m.any { n, s -> n > 2 && s == 'c' }
