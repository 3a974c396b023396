class Collector {
    List items = []
    Closure filter = { it > 2 }
    int limit = 3
    def add(x) { if (filter(x)) items << x; this }
    def overLimit() { items.findAll { it > limit } }
    def each(Closure c) { items.each(c) }
}
def c = new Collector()
c.add(1).add(3).add(5)
println c.items
println c.overLimit()
c.each { print it + ';' }
println()
c.filter = { true }
c.add(0)
println c.items
println c.filter(9)
