def samples = [[t: 0, v: 12.1d], [t: 100, v: 12.4d], [t: 200, v: 15.2d], [t: 300, v: 11.8d], [t: 400, v: 9.7d]]
double low = 10, high = 15
def bad = samples.findAll { it.v < low || it.v > high }
println "checked ${samples.size()}, bad ${bad.size()}"
bad.each { println "at ${it.t} ms: ${it.v} V" }
println bad ? 'FAIL' : 'PASS'
def worst = samples.max { Math.abs(it.v - 12.5) }
println "worst $worst"
