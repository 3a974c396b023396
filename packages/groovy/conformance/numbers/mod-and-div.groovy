println 10.intdiv(3) + ' ' + 10.mod(3)
println(-10.intdiv(3))
println((-10) % 3)
println 10 % 3.0d
println 5.5d % 2
try { println 5.5 % 2 } catch (e) { println e.class.simpleName }
try { println 5.5.intdiv(2) } catch (e) { println e.class.simpleName + ' ' + e.message }
println 10G % 3
println 17L % 5
println 1.0d / 0
try { 1 % 0 } catch (ArithmeticException e) { println e.message }
try { 1L.intdiv(0) } catch (ArithmeticException e) { println e.message }
println 100.intdiv(7) * 7 + 100 % 7
