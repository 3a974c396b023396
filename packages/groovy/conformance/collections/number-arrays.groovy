def name(Closure c) { try { c(); 'none' } catch (MissingMethodException t) { t.message.split(' is ')[0] } }
int[] a = [3, 1]
println name { a.max() }
println name { a.sort() }
println name { a.first() }
println name { a + 1 }
println a.sum() + ' ' + a.toList().max() + ' ' + a.collect { it * 2 }
double[] d = [3, 1]
println name { d.min() }
println d.sum() + ' ' + d.inject(0) { x, y -> x + y } + ' ' + d.join(',')
println name { 'abc'.sum() }
println name { [a: 1].sum { it.value } }
