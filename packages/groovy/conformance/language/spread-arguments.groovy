def f(a, b, c) { "$a-$b-$c" }
def list = [1, 2, 3]
println f(*list)
println f(0, *[8, 9])
println([*list, 4, *list])
def m = [a: 1, b: 2]
println([*: m, c: 3])
println([z: 0, *: m])
