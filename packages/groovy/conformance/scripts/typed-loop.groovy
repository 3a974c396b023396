double low = 1e9, high = -1e9, sum = 0
int n = 0
for (int i = 0; i < 1000; i++) {
    double x = Math.sin(i / 10d) * 50 + i % 7
    if (x < low) low = x
    if (x > high) high = x
    sum += x
    if (x > 40) n++
}
println n
println low.round(6) + ' ' + high.round(6) + ' ' + sum.round(6)
