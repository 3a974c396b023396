x = 5
def f() { x * 2 }
println f()
x = 7
println f()
def g() { y = 'set inside' }
g()
println y
def local = 1
def h() { try { local } catch (MissingPropertyException e) { e.message } }
println h()
c = { it + x }
println c(1)
