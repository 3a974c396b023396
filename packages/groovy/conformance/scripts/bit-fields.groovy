int status = 0b10110010
def names = ['door', 'lamp', 'belt', 'brake', 'abs', 'esp', 'airbag', 'engine']
def on = names.withIndex().findAll { n, i -> (status >> i) & 1 }.collect { it[0] }
println on
def bits = (7..0).collect { (status >> it) & 1 }.join()
println bits
println Integer.parseInt(bits, 2) == status
int mask = 0
['door', 'abs'].each { mask |= 1 << names.indexOf(it) }
println "0x" + Integer.toHexString(mask).toUpperCase()
println((status & ~mask) == status)
