def apply(list, Closure c) { list.collect(c) }
println apply([1, 2]) { it + 1 }
println apply([1, 2], { it * 10 })
def run(int n, Closure c) { (1..n).each { c(it) } }
run(3) { print it }
println()
def withDefault(x, Closure c = { it }) { c(x) }
println withDefault(5)
println withDefault(5) { it * it }
