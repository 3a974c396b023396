def events = [[t: 5, k: 'a'], [t: 12, k: 'b'], [t: 14, k: 'c'], [t: 31, k: 'd']]
def windows = events.groupBy { it.t.intdiv(10) }
windows.each { w, list -> println "${w * 10}-${w * 10 + 9}: ${list*.k.join(',')}" }
def bursts = events.collate(2, 1, false).findAll { a, b -> b.t - a.t < 5 }
println bursts.size()
println events.collectEntries { [it.k, it.t] }.findAll { it.value > 10 }.keySet()
println events*.t.inject { a, b -> Math.max(a, b) }
