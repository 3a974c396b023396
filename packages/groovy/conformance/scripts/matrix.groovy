def mul(a, b) {
    def bt = b.transpose()
    a.collect { row -> bt.collect { col -> [row, col].transpose().sum { x, y -> x * y } } }
}
println mul([[1, 2], [3, 4]], [[5, 6], [7, 8]])
println mul([[0.5, 0.5]], [[2], [4]])
def id = (0..2).collect { i -> (0..2).collect { j -> i == j ? 1 : 0 } }
println id
println mul(id, [[1], [2], [3]]).flatten()
