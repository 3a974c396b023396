def name(Closure c) { try { c(); 'none' } catch (Throwable t) { t.class.name + ': ' + t.message } }
println name { 1.intdiv(0) }
println name { 1 / 0 }
println name { 1 % 0 }
println name { null.foo() }
println name { null.bar }
println name { 'abc'.toInteger() }
println name { 'x1'.toDouble() }
println name { [1, 2].get(5) }
println name { 'abc'.charAt(9) }
println name { throw new Exception() }
println name { [].first() }
println name { (int) null }
println name { new int[2][5] }
println name { Integer.parseInt('z') }
println name { Integer.parseInt('') }
println name { 'abc'.substring(5) }
