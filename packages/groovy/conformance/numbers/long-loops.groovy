long sum = 0
for (long i = 1; i <= 1000; i++) sum += i * i
println sum
long f = 1
for (int i = 1; i <= 20; i++) f *= i
println f
f *= 21
println f
int h = 7
'canopy'.each { h = 31 * h + (int) it }
println h
long t = 1700000000000
println t + 3600 * 1000
println((t / 1000).class.simpleName)
println t.intdiv(86400000)
