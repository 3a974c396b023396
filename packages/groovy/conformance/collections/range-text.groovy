def r = 1..3
println r
print r
println()
println 'a' + r
println "${r}"
println r.toString()
println r as String
println([r].join(','))
println([r, 2])
println([1, 2, 3].indices)
