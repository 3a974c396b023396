println 0.1d + 0.2d
println 1.0d / 3
println 5d / 2
println 5d
println 1e10d
println 1e7d
println 9999999d
println 1.0e-3d
println 1.0e-4d
println 123456789.123d
println 1.0d * 3
println 7.5d % 2
println(-7.5d % 2)
println 1d + 1
println((1d + 1).class.name)
println 1d + 1.5
println((1d + 1.5).class.name)
println 1.5f + 1.5f
println((1.5f + 1).class.name)
println 1.1f
println 100.0f / 3
