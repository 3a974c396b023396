int max = 2147483647
println max + 1
println max * 2
println Integer.MAX_VALUE + 1
println Integer.MIN_VALUE - 1
println Integer.MAX_VALUE * Integer.MAX_VALUE
println Math.abs(Integer.MIN_VALUE)
println(-Integer.MIN_VALUE)
int i = max
i++
println i
i -= 1
println i
def j = Integer.MAX_VALUE
j++
println j
println 65536 * 65536
println 1 << 31
println 1 << 32
println Integer.MAX_VALUE + 1L
println(Integer.MAX_VALUE + 1.0)
