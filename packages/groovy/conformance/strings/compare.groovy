println 'a' < 'b'
println 'abc' < 'abd'
println 'Z' < 'a'
println 'apple'.compareTo('banana') < 0
println(['b', 'a', 'C'].sort { it.toLowerCase() })
println 'abc'.equals('abc')
println 'abc'.is('abc')
println "a${1}" == 'a1'
println 'a' + null
println null + 'a'
println 'x' + [1] + [k: 2]
println 'a'.multiply(0) + '|'
