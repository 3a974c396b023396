println 1 / 2
println 1 / 8
println 1 / 7
println 22 / 7
println 1000000 / 3
println 1 / 1024
println 0.1 / 0.3
println 10 / 5
println 12345678901234567890 / 7
println 1.000 / 2
println 5 / 0.25
println 1 / 3 * 3
println 2 / 3 + 1 / 3
println(-1 / 3)
println 1 / 6
println 100 / 8
println 0 / 5
println 3.14159 / 2.71828
