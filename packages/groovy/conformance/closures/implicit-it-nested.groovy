println([[1, 2], [3]].collect { it.collect { it * 2 } })
println([1, 2].collect { a -> [3, 4].collect { it + a } })
def m = [x: { it * 3 }]
println m.x(4)
println m['x'](5)
def list = [{ it + 1 }, { it + 2 }]
println list[1](10)
println list*.call(1)
