def f(int x) { "int $x" }
def f(String x) { "string $x" }
def f(List x) { "list $x" }
def f(double x) { "double $x" }
def f(a, b) { "two $a $b" }
println f(1)
println f('s')
println f([1])
println f(1.5d)
println f(1, 2)
println f("g${1}")
try { f([a: 1]) } catch (MissingMethodException e) { println 'no such method' }
