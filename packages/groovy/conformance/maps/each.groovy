def m = [a: 1, b: 2]
m.each { println it.key + '=' + it.value }
m.each { k, v -> println "$k:$v" }
m.eachWithIndex { e, i -> println "$i $e" }
m.eachWithIndex { k, v, i -> println "$i $k $v" }
for (e in m) println e
println m.collect { k, v -> v }
m.each { it.value = it.value * 10 }
println m
