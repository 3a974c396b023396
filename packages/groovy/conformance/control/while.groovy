int n = 0
while (n < 3) n++
println n
def list = [1, 2, 3]
while (list) { print list.pop() }
println()
while (true) {
    if (n > 10) break
    n += 4
    if (n % 2) continue
    print n + ' '
}
println n
