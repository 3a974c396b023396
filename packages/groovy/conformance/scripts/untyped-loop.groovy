def low = null, high = null, sum = 0, n = 0
for (i in 0..<500) {
    def x = (i * 37) % 101 - 50.5
    if (low == null || x < low) low = x
    if (high == null || x > high) high = x
    sum += x
    if (x > 40) n++
}
println "$low $high $sum $n"
