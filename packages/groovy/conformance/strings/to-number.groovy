println '42'.toInteger() + 1
println '42'.toLong() + 1
println '1.5'.toDouble() + 1
println '1.50'.toBigDecimal() + 1
println '123'.toBigInteger() + 1
println ' 7 '.toInteger()
println(['12'.isNumber(), 'x'.isNumber(), '1.5'.isNumber()])
println(['12'.isInteger(), '1.5'.isInteger(), '1.5'.isDouble()])
println(['true'.toBoolean(), 'no'.toBoolean()])
println Integer.parseInt('ff', 16)
println Integer.valueOf('12') + Double.parseDouble('0.5')
println '1e3'.toDouble()
println '-5'.toInteger()
println Integer.toHexString(255) + ' ' + Integer.toBinaryString(5) + ' ' + Integer.toOctalString(8)
println Integer.toString(255, 16)
println Long.parseLong('99999999999')
