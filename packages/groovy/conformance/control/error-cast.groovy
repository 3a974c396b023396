try { int x = 'abc' } catch (e) { println e.class.simpleName + ': ' + e.message }
try { def l = (List) 5 } catch (e) { println e.class.simpleName }
try { int y = null } catch (e) { println e.class.simpleName }
try { Integer z = 'q1' } catch (e) { println e.message }
try { 'x' * 'y' } catch (e) { println e.class.simpleName }
try { [1] - null; println 'fine' } catch (e) { println e.class.simpleName }
try { 5 + null } catch (e) { println e.class.simpleName }
try { null + 5 } catch (e) { println e.class.simpleName + ': ' + e.message }
try { 'a' + null; println 'fine' } catch (e) { println e.class.simpleName }
def n = (Integer) null
println n
