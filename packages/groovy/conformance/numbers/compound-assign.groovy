def a = 10
a += 5
a -= 3
a *= 2
println a
a /= 5
println a
a %= 3
println a
a **= 2
println a
def s = 'x'
s += 1
s *= 2
println s
def b = 6
b <<= 2
b >>= 1
b |= 1
b ^= 3
println b
int c = 7
c *= 1.5
println c
double d = 1
d /= 3
println d
long l = 5
l += 2.9
println l
