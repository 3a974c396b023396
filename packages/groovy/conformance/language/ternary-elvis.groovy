def a = null
println a ?: 'none'
println '' ?: 'empty'
println 0 ?: 'zero'
println 5 ?: 'zero'
println a == null ? 'null' : 'set'
println true ? 1 : 2
def b = [] ?: [1]
println b
println a ? 'x' : b ? 'y' : 'z'
