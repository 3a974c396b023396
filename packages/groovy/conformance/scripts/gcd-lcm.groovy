def gcd(a, b) { b == 0 ? a : gcd(b, a % b) }
def lcm(a, b) { a.intdiv(gcd(a, b)) * b }
println gcd(48, 18)
println lcm(4, 6)
println([12, 18, 24].inject { a, b -> gcd(a, b) })
println((1..10).inject { a, b -> lcm(a, b) })
println gcd(123456789012L, 987654321098L)
