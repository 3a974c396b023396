println 'a,b,,c'.split(',')
println 'a,b,,c'.tokenize(',')
println 'a b  c'.split()
println 'a1b22c'.split(/\d+/)
println 'one two'.tokenize()
println 'a,b,c'.split(',', 2)
println 'a,b,,'.split(',').size()
println 'a.b.c'.split('\\.')
println 'k=v;x=y'.split(';').collect { it.split('=') }
println ''.split(',').size()
println 'abc'.toList()
println 'abc' as List
println 'x-y_z'.tokenize('-_')
println 'abc'.split('')
