println 1 + 2 * 3
println((1 + 2) * 3)
println 2 ** 3 ** 2
println(-2 ** 2)
println 10 - 4 - 3
println 100 / 10 / 2
println 1 << 2 + 1
println 5 & 3 | 8 ^ 2
println true || false && false
println !true || true
println 1 + 1 == 2 && 3 > 2
println 7 % 4 * 2
println 1..3 == [1, 2, 3]
println 2 * 3 ** 2
println 'a' + 1 + 2
println 1 + 2 + 'a'
