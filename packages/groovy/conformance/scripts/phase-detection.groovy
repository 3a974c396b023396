double[] rpm = [0, 0, 800, 810, 795, 2500, 3000, 2800, 900, 800, 0]
def phase(double r) { r == 0 ? 'off' : r < 1000 ? 'idle' : 'drive' }
def phases = []
for (int i = 0; i < rpm.length; i++) {
    def p = phase(rpm[i])
    if (!phases || phases[-1].name != p) phases << [name: p, from: i, n: 0]
    phases[-1].n++
}
phases.each { println "${it.name.padRight(6)} from ${it.from} for ${it.n}" }
println phases*.n.sum() == rpm.length
