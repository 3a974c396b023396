def log(x) { println "log: $x" }
log 'a'
log 1 + 2
log([1, 2].size())
print 'x'
print 1
println()
println 'no brackets'
println "${1}"
def add(a, b) { println a + b }
add 1, 2
println 5 > 3
println(-5)
println 'a' + 'b'
