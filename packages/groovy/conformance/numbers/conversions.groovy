println 5.toDouble() + ' ' + 5.7d.toInteger() + ' ' + 5.toLong() + ' ' + 5.toBigDecimal()
println 65.toString() + 1
println 3.7.toInteger()
println 1e10d.toLong()
println((int) 'a'.charAt(0))
println 5.intValue() + 5.doubleValue()
println 255.byteValue()
println 1.5d as BigDecimal
println 0.1d as BigDecimal
println new BigDecimal('0.1')
println 1.5d.toBigDecimal()
println Integer.valueOf(5).equals(5)
println 5.equals(5L)
println((5 as double).class.simpleName)
println 1000000.toString().length()
println 12.5.toString() + 12.50.toString()
println 5.asType(String) + 1
