[1e5, 1e-5, 1.0e-10, 123e3, 1.5e3, 0.00, 0.000000, 0e10, 12345678901234567890.12345, -1e-7, 1e0, 100e-2].each { println it }
println 1e5 + 1
println 1e-5 * 1e-5
println 1.00 * 1.000
println 1000 * 1.5e3
