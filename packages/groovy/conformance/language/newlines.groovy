def a = 1 +
    2 +
    3
def b = [1,
         2,
         3]
def c = b
    .collect { it + 1 }
    .findAll { it > 2 }
println a; println b; println c
def d = a > 5 ?
    'big' :
    'small'
println d
def e = [
    x: 1,
    y: 2,
]
println e
