def k = 'x'
def m = [k: 1, (k): 2, "$k": 3]
println m
println m.k + ' ' + m.x
println m.size()
def n = [1: 'int', 1L: 'long', '1': 'string']
println n[1] + ' ' + n[1L] + ' ' + n['1']
def p = [:]
p[[1, 2]] = 'list key'
println p[[1, 2]]
p[null] = 'null key'
println p[null]
println p.get('zzz', 'dflt')
println p.zzz
