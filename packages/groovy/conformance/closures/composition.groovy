def inc = { it + 1 }
def sq = { it * it }
def all = [inc, sq, inc].inject { f, g -> f >> g }
println all(3)
println([1, 2, 3].collect(inc >> sq))
def compose = { f, g -> { x -> f(g(x)) } }
println compose(inc, sq)(5)
def times = { n, f -> (1..n).collect { f(it) } }
println times(3, sq)
println times.curry(2)(inc)
def partial = Math.&pow.curry(2)
println partial(8)
