println 1..5
println 1..<5
println 5..1
println 'a'..'e'
println((1..5).size())
println((1..5).contains(3))
println((1..10).step(3))
println((1..5).sum())
println((1..<1).size())
println((3..1).collect { it * 2 })
def r = 2..4
println r.from + ' ' + r.to
println r.isReverse()
println((5..1).from)
println 1..3
println((1..3).reverse())
println 0..-2
