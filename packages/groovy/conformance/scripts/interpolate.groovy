def table = [[0, 0], [1000, 10], [3000, 50], [6000, 80]]
def lookup(table, x) {
    if (x <= table[0][0]) return table[0][1]
    for (int i = 1; i < table.size(); i++) {
        def (x0, y0) = table[i - 1]
        def (x1, y1) = table[i]
        if (x <= x1) return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    }
    table[-1][1]
}
[-5, 0, 500, 1000, 2000, 4500, 9000].each { println lookup(table, it) }
println lookup(table, 2500d)
