def row = [1]
6.times {
    println row.join(' ').center(24)
    row = [1] + row.collate(2, 1, false).collect { a, b -> a + b } + [1]
}
