class Calc {
    def add(a, b) { a + b }
    def add(a, b, c) { a + b + c }
    def kind(int x) { "int $x" }
    def kind(String x) { "string $x" }
    def kind(List x) { "list $x" }
    def dflt(a, b = 2, c = a * 4) { "$a $b $c" }
    def many(String first, Object... rest) { "$first ${rest.size()}" }
    private hidden() { 'hidden' }
    def open() { hidden() }
}
def c = new Calc()
println c.add(1, 2) + ' ' + c.add(1, 2, 3)
println c.kind(5) + ', ' + c.kind('s') + ', ' + c.kind([1])
println c.dflt(1) + ' | ' + c.dflt(1, 5) + ' | ' + c.dflt(1, 5, 9)
println c.many('a') + ' ' + c.many('a', 1, 2)
println c.open()
println c."add"(4, 5)
def name = 'dflt'
println c."$name"(0)
