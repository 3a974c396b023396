def s = 'Hello World'
println s.length() + ' ' + s.size()
println s.toUpperCase() + s.toLowerCase()
println([s.contains('World'), s.startsWith('He'), s.endsWith('d')])
println s.indexOf('o') + ' ' + s.lastIndexOf('o') + ' ' + s.indexOf('z') + ' ' + s.indexOf('o', 5)
println s.replace('l', 'L')
println s.substring(6) + '|' + s.substring(0, 5)
println s[0] + s[-1] + s[0..4]
println s.reverse()
println '  trim '.trim() + '|'
println s.charAt(4)
println s - 'World'
println 'ab' * 3
println s.isEmpty()
println 'a'.compareTo('c')
println 'A'.equalsIgnoreCase('a')
println s.hashCode()
println s.concat('!')
