println([1, 2] + [3])
println([1, 2] + 3)
println([1, 2, 3, 2] - [2])
println([1, 2, 3] - 3)
println([1, 2] * 2)
println([1, 2] == [1, 2])
println([1] << 2 << 3)
def a = [1]
a += 2
a -= 1
println a
println([1, [2, 3]] + [[4]])
