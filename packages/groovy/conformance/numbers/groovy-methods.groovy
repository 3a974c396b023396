println 5.power(2) + ' ' + 5.multiply(2) + ' ' + 5.plus(1) + ' ' + 5.minus(1) + ' ' + 5.div(2)
println 5.next() + ' ' + 5.previous() + ' ' + 5.unaryMinus()
println 5.and(3) + ' ' + 5.or(3) + ' ' + 5.xor(3) + ' ' + 5.leftShift(1)
println 5.abs() + ' ' + (-5).abs() + ' ' + (-5.5).abs() + ' ' + (-5.5d).abs()
println 5.compareTo(3) + ' ' + 5.equals(5) + ' ' + 5.hashCode()
println 3.5d.intValue() + ' ' + 3.5.toDouble() + ' ' + 3.toFloat()
println 10.toString() + 10.inspect()
println 5.class.simpleName + ' ' + 5.0.class.simpleName + ' ' + 5d.class.simpleName
println([1.5d.isNaN(), (1d / 0d).isInfinite()])
