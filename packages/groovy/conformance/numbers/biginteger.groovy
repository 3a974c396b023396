def a = 123456789012345678901234567890
println a
println a.class.simpleName
println a + 1
println a * a
println a / 10
println a % 97
println a.intdiv(1000)
println(-a)
println 10G.pow(20)
println 2G ** 64
println new BigInteger('ff', 16)
println a > 5
println 5G.intValue() + 1
println 100G.gcd(75)
