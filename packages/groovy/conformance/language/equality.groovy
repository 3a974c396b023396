println 1 == 1.0
println 1 == 1L
println 1.0 == 1.00
println 1.0.equals(1.00)
println 'a' == "${'a'}"
println 'a'.equals("${'a'}")
println([1, 2] == [1L, 2.0])
println([a: 1] == [a: 1.0])
println null == null
println null == 0
println 'a' == ('a' as char)
println 1 != 2
println([1, 2].is([1, 2]))
println new Integer(5) == 5
println 97 == ('a' as char)
