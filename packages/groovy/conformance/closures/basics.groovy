def twice = { it * 2 }
println twice(4)
println twice.call(5)
def add = { a, b -> a + b }
println add(1, 2)
def none = { -> 'nothing' }
println none()
def dflt = { a, b = 10 -> a + b }
println dflt(1) + ' ' + dflt(1, 2)
def typed = { int x, String s -> s * x }
println typed(2, 'ab')
println({ it }())
println({ x -> x == null }())
def nested = { a -> { b -> a + b } }
println nested(1)(2)
