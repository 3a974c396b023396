int i = 7
double d = 2
float f = 1.5
long l = 10
println i / d
println i * f
println l + i
println((l + i).class.simpleName)
println i / 2
println d * d
println i % 4 + d
println l / i
println f * 2
println(i > d && d < l)
i = d * 3
println i
d = i / 4
println d
println i ** 2
println((i ** 2).class.simpleName)
