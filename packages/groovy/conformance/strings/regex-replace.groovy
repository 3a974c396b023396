println 'a1b2'.replaceAll(/\d/, '#')
println 'a1b2'.replaceAll(/([a-z])(\d)/, '$2$1')
println 'a1b2'.replaceAll(/\d/) { (it.toInteger() * 2).toString() }
println 'x-1,y-2'.replaceAll(/(\w)-(\d)/) { all, a, b -> b + a }
println 'hello'.find(/l+/)
println 'a1b22c333'.findAll(/\d+/)
println 'a1b22'.findAll(/\w(\d)/) { all, d -> d }
println 'hello'.find(/z/)
def p = ~/\d+/
println p.matcher('12').matches()
println 'abc' in ~/a.*/
println 'CAN1: 0x3A0'.find(/0x([0-9A-F]+)/) { all, hex -> Integer.parseInt(hex, 16) }
println 'aBc'.replaceAll(/(?i)b/, '_')
