def a = [1, 2]
def b = a.collect { it }
b << 3
println a
println b
def swap(list) { list.reverse() }
println swap(a)
println a.is(a)
println a.equals(b)
def s1 = 'x', s2 = 'y'
println s1 + s2
def n1, n2 = 4
println n1 + 'n' + n2
