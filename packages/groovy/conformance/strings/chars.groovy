char c = 'a'
println c
println((c as int) + 1)
println((char) (c + 1))
println 'abc'.toCharArray().length
println 'abc'.chars.collect { (int) it }
println([Character.isDigit('5' as char), Character.isLetter('5' as char)])
println 'a' as char == 'a'
println 'hello'.getAt(1)
println(('a'..'e').join())
println 'z'.charAt(0) > 'a'.charAt(0)
println 'AbC'.toList().collect { it == it.toUpperCase() }
println 'é'.length()
