long a = 9223372036854775807
println a
println a + 1
println a * 2
println 5L + 3
println((5L + 3).class.name)
println 7L / 2
println 7L.intdiv(2)
println 7L % 3
println 10000000000 * 3
println 1L << 40
println(-1L >>> 60)
println 0xFFFFFFFFFFL
println 123456789012L % 1000
println Long.MAX_VALUE
println Long.MIN_VALUE
println 3000000000 - 1
println((int) 3000000000)
