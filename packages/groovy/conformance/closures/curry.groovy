def f = { a, b, c -> "$a$b$c" }
println f.curry(1)(2, 3)
println f.curry(1, 2)(3)
println f.rcurry('z')('x', 'y')
println f.ncurry(1, 'M')('l', 'r')
def plus1 = { it + 1 }
def dbl = { it * 2 }
println((plus1 >> dbl)(5))
println((plus1 << dbl)(5))
println f.maximumNumberOfParameters
println plus1.maximumNumberOfParameters
