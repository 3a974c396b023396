def v = [2, 4, 4, 4, 5, 5, 7, 9]
double mean = v.sum() / v.size()
double sd = Math.sqrt(v.collect { (it - mean) ** 2 }.sum() / v.size())
def sorted = v.sort(false)
def median = (sorted[3] + sorted[4]) / 2
def mode = v.countBy { it }.max { it.value }.key
println "mean $mean sd $sd median $median mode $mode"
def hist = v.countBy { it.intdiv(3) * 3 }.sort { it.key }
hist.each { k, n -> println "${k.toString().padLeft(2)} ${'#' * n}" }
def p = { q -> sorted[(int) Math.ceil(q * sorted.size()) - 1] }
println p(0.5) + ' ' + p(0.9)
