println 'a minus after a name is a difference'
try { println -5 } catch (MissingPropertyException e) { println e.message }
println(-5)
