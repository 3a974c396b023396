println 'x' + true
println "${true} and ${false}"
try { println true + 'x' } catch (MissingMethodException e) { println e.message.readLines()[0] }
