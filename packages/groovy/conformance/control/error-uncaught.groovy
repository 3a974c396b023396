def a = 5
println a
def f(x) {
    def y = x * 2
    throw new IllegalStateException("bad $y")
}
f(3)
println 'never'
