println 7 + 3
println 7 - 10
println 7 * 3
println 7 / 2
println 7.intdiv(2)
println(-7.intdiv(2))
println 7 % 3
println(-7 % 3)
println 7 % -3
println 6 / 2
println 6 / 3 == 2
println((6 / 2).class.name)
println((7 / 2).class.name)
println 2 ** 10
println 2 ** -1
println 2 ** 31
println((2 ** 31).class.name)
println 5 / 3
