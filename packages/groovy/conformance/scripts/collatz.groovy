def steps = { long n ->
    int count = 0
    while (n != 1) {
        n = n % 2 == 0 ? n.intdiv(2) : 3 * n + 1
        count++
    }
    count
}
println((1..10).collect { steps(it) })
println steps(27)
