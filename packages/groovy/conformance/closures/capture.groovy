def counter = 0
def inc = { counter++ }
3.times { inc() }
println counter
def make = { start -> def n = start; return [up: { ++n }, now: { n }] }
def c1 = make(10)
def c2 = make(100)
c1.up(); c1.up(); c2.up()
println c1.now() + ' ' + c2.now()
def fns = []
for (i in 1..3) { def j = i; fns << { j * 10 } }
println fns.collect { it() }
