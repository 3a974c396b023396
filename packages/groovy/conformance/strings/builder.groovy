def sb = new StringBuilder()
sb << 'a' << 1
sb.append('b').append(2.5)
println sb
println sb.length()
println sb.toString().toUpperCase()
sb.insert(0, '>')
println sb.reverse()
def s = ''
(1..3).each { s += it }
println s
def buf = new StringBuffer('x')
buf.append('y')
println buf.toString() + buf.size()
