double nan = Double.NaN
def x = Double.NaN
println nan > 1
println nan < 1
println nan == nan
println x == x
println x > 1
println x < 1
println 1 < x
println 1 > x
println x <=> 1
println([3d, Double.NaN, 1d].max())
println([3d, Double.NaN, 1d].min())
println([3d, Double.NaN, 1d].sort())
println x.isNaN()
println x != x
println nan != nan
