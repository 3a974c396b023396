println 2 ** 3
println 2 ** 0
println 2 ** 0.5
println 2.5 ** 2
println 2 ** -2
println 10 ** 9
println 10 ** 10
println((10 ** 10).class.simpleName)
println 2L ** 40
println((2L ** 40).class.simpleName)
println 4 ** 0.5
println 2d ** 3
println 2d ** 0.5
println((-2) ** 3)
println(-2 ** 2)
println 1.1 ** 3
println 9G ** 30
