println 2 in [1, 2, 3]
println 5 in 1..10
println 11 in 1..10
println 'a' in ['b', 'c']
println 'k' in [k: 1]
println 'k' in [k: 0]
println 3 in Integer
println 'x' in String
println 2.0 in [1, 2, 3]
println 'b' in 'a'..'c'
