def m = [:].withDefault { 0 }
'hello'.each { m[it]++ }
println m
def lists = [:].withDefault { [] }
lists['a'] << 1
lists['a'] << 2
println lists
def n = [:]
['x', 'y', 'x'].each { n[it] = (n[it] ?: 0) + 1 }
println n
println n.computeIfAbsent('q') { 5 }
n.putIfAbsent('x', 99)
println n
