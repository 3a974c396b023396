println '12' as int
println '12.5' as double
println 3.7 as int
println 65 as char
println([1, 1, 2] as Set)
println '1.25' as BigDecimal
println 5 as String
println ((5 as String).class.name)
println([1, 2] as String)
println '7' as Long
println (1..3) as List
println(([3, 1] as int[]).class.name)
println null as String
