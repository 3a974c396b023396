def l = [1, 2, 3, 4, 5]
println l.take(2) + ' ' + l.take(10) + ' ' + l.take(0)
println l.drop(2) + ' ' + l.drop(10)
println l.takeRight(2) + ' ' + l.dropRight(2)
println l.takeWhile { it < 3 }
println l.dropWhile { it < 3 }
println l.first() + ' ' + l.last() + ' ' + l.head() + ' ' + l.tail() + ' ' + l.init()
println 'hello'.take(2) + ' ' + 'hello'.drop(3)
println([a: 1, b: 2, c: 3].take(2))
println((1..5).take(3))
println l.subList(1, 3)
