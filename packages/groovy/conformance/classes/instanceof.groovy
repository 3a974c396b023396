class A { }
def a = new A()
println a instanceof A
println 5 instanceof Integer
println 5 instanceof Number
println 5L instanceof Integer
println 5.0 instanceof BigDecimal
println 'x' instanceof String
println "${1}" instanceof String
println "${1}" instanceof GString
println([] instanceof List)
println([:] instanceof Map)
println({ } instanceof Closure)
println null instanceof Object
println((1..2) instanceof List)
println new Exception() instanceof Throwable
println(([] as Set) instanceof Collection)
