int i = 7
long l = 9
double d = i / 2
float f = l / 2
println d + ' ' + f
d = (i + 1) / 3
println d
d = 1 + i / 2
println d
d += i / 2
println d
def o = i / 2
println o
double[] a = new double[1]
a[0] = i / 2
println a
double half(int x) { x / 2 }
println half(7)
double kept(int x) { double r = x / 2; r }
println kept(7)
int sum = 0
[1, 2, 4].each { sum += it }
double mean = sum / 3
println mean
int n = 0
while (n < 1) { d = i / 2; n++ }
println d
class Meter { int n = 7; double v; def read() { v = n / 2; v } }
println new Meter().read()
int zero = 0
try { d = i / zero } catch (ArithmeticException e) { println e.message }
