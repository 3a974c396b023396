def m = [class: 'x', 'default': 1, in: 2, def: 3, size: 4]
println m.default + ' ' + m.in + ' ' + m.def
println m.size
println m.size()
println m.'default'
def key = 'in'
println m."$key"
println m."${key}"
println([a: [b: [c: 1]]].a.b.c)
