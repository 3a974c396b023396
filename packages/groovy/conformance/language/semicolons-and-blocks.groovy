def a = 1; def b = 2; println a + b;
if (a) { println 'a'; println 'b' };
for (i in 1..2) { ; print i; }
println ''
def f = { x -> def y = x; y += 1; y }; println f(1)
int z; z = 5; println z
