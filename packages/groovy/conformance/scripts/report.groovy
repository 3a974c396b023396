def checks = [
    [name: 'voltage', value: 12.34, min: 11, max: 15],
    [name: 'rpm', value: 6500, min: 0, max: 6000],
    [name: 'temp', value: null, min: -40, max: 120]
]
def verdict = { c ->
    if (c.value == null) return 'inconclusive'
    c.value in c.min..c.max || (c.value >= c.min && c.value <= c.max) ? 'pass' : 'fail'
}
def results = checks.collect { [it.name, verdict(it)] }
results.each { n, r -> println "${n.padRight(10, '.')} ${r.toUpperCase()}" }
def counts = results.countBy { it[1] }
println counts
def all = counts.fail ? 'FAIL' : counts.inconclusive ? 'INCONCLUSIVE' : 'PASS'
println all
