class Vec {
    double x, y
    Vec plus(Vec o) { new Vec(x: x + o.x, y: y + o.y) }
    Vec multiply(n) { new Vec(x: x * n, y: y * n) }
    Vec negative() { new Vec(x: -x, y: -y) }
    boolean equals(o) { o instanceof Vec && x == o.x && y == o.y }
    int hashCode() { 1 }
    def getAt(int i) { i == 0 ? x : y }
    def call(n) { "called $n" }
    boolean asBoolean() { x != 0 }
    String toString() { "<$x,$y>" }
}
def a = new Vec(x: 1, y: 2)
def b = new Vec(x: 3, y: 4)
println a + b
println a * 3
println(-a)
println a == new Vec(x: 1, y: 2)
println a != b
println b[1]
println a(5)
println a ? 'yes' : 'no'
println new Vec() ? 'yes' : 'no'
println([a, b].sum())
