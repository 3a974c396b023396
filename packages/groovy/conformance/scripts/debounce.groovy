def raw = [0, 0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 0, 0, 0]
int need = 3
def stable = raw[0]
int run = 0
def out = []
for (x in raw) {
    run = x == stable ? 0 : run + 1
    if (run >= need) { stable = x; run = 0 }
    out << stable
}
println out.join()
println out.withIndex().findAll { x, i -> i > 0 && x != out[i - 1] }.collect { it[1] }
