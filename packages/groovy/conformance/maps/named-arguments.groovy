def f(Map args) { args }
println f(a: 1, b: 2)
def g(Map opts, x) { "$opts $x" }
println g(5, k: 1)
println g(k: 1, 6)
def h(Map o = [:], String s) { "$s ${o.size()}" }
println h('a')
println h('b', z: 1)
def c = { Map m, y -> "$m/$y" }
println c(q: 2, 3)
