def t = [0, 0.5, 1.0, 1.5, 2.0]
def i = [10, 12, 11, 9, 10]
def q = 0
for (int k = 1; k < t.size(); k++) q += (i[k] + i[k - 1]) / 2 * (t[k] - t[k - 1])
println q
double energy = 0
t.eachWithIndex { x, k -> if (k) energy += (x - t[k - 1]) * i[k] * 13.8 }
println energy
println String.format('%.3f', energy / 3600)
