[1, 2].each { print it }
println()
['a', 'b'].eachWithIndex { x, i -> print "$i$x " }
println()
[1, 2, 3].reverseEach { print it }
println()
(1..3).each { print it * it }
println()
println([1, 2].each { it + 1 })
3.times { print it }
println()
1.upto(3) { print it }
3.downto(1) { print it }
0.step(10, 4) { print it }
println()
'abc'.each { print it + '-' }
println()
