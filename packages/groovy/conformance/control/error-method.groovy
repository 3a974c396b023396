def s = 'text'
println s.size()
try { s.fooBar(1, 'x') } catch (MissingMethodException e) { println e.message.readLines()[0] }
try { 5.nope() } catch (MissingMethodException e) { println e.message.readLines()[0] }
try { [1].xyz } catch (MissingPropertyException e) { println e.message.readLines()[0] }
try { 'a'.xyz } catch (MissingPropertyException e) { println e.message.readLines()[0] }
try { noSuchThing(1) } catch (MissingMethodException e) { println e.message.readLines()[0] }
s.another()
