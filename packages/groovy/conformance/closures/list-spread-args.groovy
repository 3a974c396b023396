[[1, 2], [3, 4]].each { a, b -> print "${a + b} " }
println()
println([[1, 2], [3, 4]].collect { a, b -> a * b })
println([a: 1, b: 2].collect { k, v -> "$k$v" })
println([a: 1, b: 2].collect { it.key + it.value })
println([[1, 'x'], [2, 'y']].collectEntries { n, s -> [s, n] })
def pair = { a, b -> "$a|$b" }
println pair([7, 8])
