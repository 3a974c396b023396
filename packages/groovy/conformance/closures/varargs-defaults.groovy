def f = { Object... xs -> xs.size() }
println f() + ' ' + f(1) + ' ' + f(1, 2, 3)
def g = { a, b = a * 2, c = a + 1 -> "$a $b $c" }
println g(1)
println g(1, 5)
println g(1, 5, 0)
def h = { int x, double y = 1.5 -> x * y }
println h(2)
println h(2, 2)
try { h('a') } catch (MissingMethodException e) { println 'no such call' }
try { ({ a, b -> a })(1) } catch (MissingMethodException e) { println 'too few' }
try { ({ -> 1 })(1) } catch (MissingMethodException e) { println 'too many' }
