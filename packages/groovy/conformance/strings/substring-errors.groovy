try { 'abc'.substring(2, 1) } catch (StringIndexOutOfBoundsException e) { println 'caught' }
try { 'abc'[5] } catch (StringIndexOutOfBoundsException e) { println 'index' }
try { 'abc'[1..7] } catch (StringIndexOutOfBoundsException e) { println 'range' }
println 'abc'.take(9) + 'abc'.drop(9) + '|'
println 'abc'.substring(3) + '|'
println 'abc'.indexOf('') + ' ' + 'abc'.lastIndexOf('c')
try { ''.toInteger() } catch (NumberFormatException e) { println 'number' }
try { '1.5'.toInteger() } catch (NumberFormatException e) { println e.message }
try { 'abc'.charAt(3) } catch (IndexOutOfBoundsException e) { println 'char' }
