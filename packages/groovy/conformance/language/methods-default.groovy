def f(a, b = 2, c = a + 2) { "$a,$b,$c" }
println f(1)
println f(1, 5)
println f(1, 5, 9)
def g(String s, int n = 2) { s * n }
println g('x')
println g('x', 4)
int sq(int x) { x * x }
println sq(5) + 1
println sq(5).class.simpleName
double half(double x) { x / 2 }
println half(5)
String txt(x) { x }
println txt(5) + 1
static int st(int a) { a + 1 }
println st(4)
def vararg(Object... xs) { xs.size() + ':' + xs.join('|') }
println vararg() + ' ' + vararg(1) + ' ' + vararg(1, 'b')
