double zero = 0
println 1d / zero
println(-1d / zero)
println 0d / zero
println Double.NaN == Double.NaN
println Double.isNaN(0d / 0d)
println Double.MAX_VALUE
println Double.MIN_VALUE
println Double.POSITIVE_INFINITY > 1
println(-0.0d)
println 1e308d * 10
println 0.1d + 0.7d
println 4.35d * 100
println 1.1d + 2.2d
println((0.1d + 0.2d) == 0.3d)
println 100d.intValue()
println 1e300d.longValue()
println 3.99d.intValue()
println Math.sqrt(-1)
