println 1 < 1.5
println 1L < 2
println 1.5d > 1.5
println 1.1 == 1.1d
println 1.5 == 1.5d
println 0.1f == 0.1
println 10 >= 10.0
println 1G == 1
println 1 < 2L && 2L < 3.0 && 3.0 < 4d
println 5.compareTo(7)
println 3 == 3.0d
println 100 == 100L
println([1, 2.0, 3L, 4d].sort { -it })
println 1 == '1'
println 2 > 1.99999999999
