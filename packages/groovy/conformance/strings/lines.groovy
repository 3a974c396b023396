def t = '''one
two
three'''
println t.readLines()
println t.readLines().size()
t.eachLine { println it.length() }
t.eachLine { l, i -> println "$i: $l" }
println '  a\n    b\n  c'.stripIndent()
println '  |x\n  |y'.stripMargin()
println t.split('\n').collect { it.capitalize() }
