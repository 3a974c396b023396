println 'abc123' ==~ /[a-z]+\d+/
println 'abc' ==~ /b/
def m = 'a1b22' =~ /([a-z])(\d+)/
println m.size()
println m[0]
println m[1][2]
println m.collect { it[1] }
def n = 'no digits' =~ /\d+/
println n ? 'found' : 'none'
def (all, key, value) = ('k=v' =~ /(\w)=(\w)/)[0]
println "$all $key $value"
def mm = 'x=1' =~ /(\w)=(\d)/
if (mm.matches()) println mm.group(1) + mm.group(2)
println(('2024-05-06' =~ /(\d+)-(\d+)/)[0][1].toInteger() + 1)
