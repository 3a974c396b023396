println 'abc'.toList().reverse().join()
println 'a b c'.split().collect { it * 2 }
println 'hello'.collect { it }.unique()
println 'hello'.findAll { it > 'h' }
println 'hello'.any { it == 'l' }
println 'hello'.every { it }
println 'Hello'.with { it.toLowerCase() }
println 'x=1&y=2'.split('&').collectEntries { it.split('=') as List }
println 'a,b;c'.tokenize(',;')
println 'abc'.eachWithIndex { c, i -> print "$i$c" }
println 'one two three'.split().max { it.size() }
println 'hello'.getAt(0..1)
println 'abc'.inject('') { a, c -> c + a }
println 'text'.takeWhile { it != 'x' }
println '%d items'.replace('%d', '5')
println 'aab'.toSet().size()
println 'Groovy'.contains('oo') ? 'yes' : 'no'
