def brake = [[0, 0], [1000, 1], [1500, 0], [3000, 1], [3600, 0]]
def lamp = [[0, 0], [1035, 1], [1540, 0], [3083, 1], [3650, 0]]
def rises(list) {
    def out = []
    for (int i = 1; i < list.size(); i++)
        if (list[i - 1][1] == 0 && list[i][1] == 1) out << list[i][0]
    out
}
def times = [rises(brake), rises(lamp)].transpose().collect { a, b -> b - a }
println times
times.eachWithIndex { t, i -> println "press ${i + 1}: $t ms ${t <= 50 ? 'ok' : 'too slow'}" }
println "max ${times.max()}, mean ${times.sum() / times.size()}"
println times.every { it <= 50 } ? 'PASS' : 'FAIL'
