println([1, 2, 3, 4].groupBy { it % 2 })
println(['apple', 'bob', 'avocado'].groupBy { it[0] })
println([1, 2, 3, 4, 5].groupBy({ it % 2 }, { it > 2 }))
println([a: 1, b: 2, c: 1].groupBy { it.value })
println([1, 2, 3].groupBy { it > 1 ? 'big' : 'small' }.collectEntries { k, v -> [k, v.size()] })
def g = ['x', 'yy', 'z'].groupBy { it.size() }
println g[1]
println g[9]
