class Counter {
    static int made = 0
    static final String KIND = 'counter'
    int id
    Counter() { made++; id = made }
    static Counter create() { new Counter() }
    static int total(int extra) { made + extra }
}
def a = new Counter()
def b = Counter.create()
println a.id + ' ' + b.id
println Counter.made
println Counter.total(10)
println Counter.KIND
Counter.made = 50
println new Counter().id
