class Point {
    int x
    int y = 5
    def dist() { Math.sqrt(x * x + y * y) }
    String toString() { "Point($x, $y)" }
}
def p = new Point(x: 3, y: 4)
println p
println p.x + p.y
println p.dist()
p.x = 10
println p.x
println new Point()
println new Point(x: 1).y
p.setX(7)
println p.getX()
println p['y']
println p.class.name
