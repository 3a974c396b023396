println 0.1 + 0.2
println 1.1 * 1.1
println 1.10 + 2
println 1.0 - 1.0
println 1.5 * 2
println 10.0 / 4
println 1.0 / 3
println 2.0 / 3
println 1 / 3.0
println 100.0 / 7
println 1.23456789012345678901234567890 + 1
println 1e-7 + 0
println 1.0E10
println 123.456.setScale(1, BigDecimal.ROUND_HALF_UP)
println 5.0 == 5
println 1.10.equals(1.1)
println 1.10.stripTrailingZeros()
println 0.000001
println 0.0000001
println 1.5.negate()
