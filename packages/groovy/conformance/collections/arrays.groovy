int[] a = [3, 1, 2]
println a
println a.length + ' ' + a.size()
a[0] = 10
println a[0] + ' ' + a[-1]
println a.sum() + ' ' + a.toList().max() + ' ' + a.toList()
double[] d = new double[3]
d[1] = 2.5
println d
String[] s = ['x', 'y']
println s.join('+')
println a.collect { it * 2 }
def b = [1, 2] as double[]
println b.class.name + ' ' + b
def m = new int[2][3]
m[1][2] = 7
println m
println a.toList().sort()
for (x in a) print x + ';'
println()
println 'a,b'.split(',').length
