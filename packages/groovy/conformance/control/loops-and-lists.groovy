def out = []
for (x in [1, 2, 3, 4]) {
    if (x == 2) continue
    if (x == 4) break
    out << x
}
println out
def i = 10
while (i-- > 7) print i + ' '
println()
for (int a = 0; a < 2; a++) for (int b = 0; b < 2; b++) print "$a$b "
println()
def r = [1, 2, 3].each { if (it == 2) return; print it }
println r
for (p in [[1, 'a'], [2, 'b']]) { def (n, s) = p; print n + s + ' ' }
println()
def k = 0
for (;;) { if (++k > 3) break }
println k
