def name(Closure c) { try { c(); 'none' } catch (Throwable t) { t.class.name + ': ' + t.message.readLines()[0] } }
println name { 5 + null }
println name { 5.5 - null }
println name { 5 % null }
println name { 5 ** null }
println name { 5 & null }
println name { null + 5 }
println name { null - 5 }
println name { 5 * 'x' }
println name { 'x' * 'y' }
println name { 5.round() }
println name { Math.max(3, 7.5) }
println name { Math.max('a', 1) }
println name { Math.sqrt(null) }
println name { null.class }
println name { [a: 1].get() }
