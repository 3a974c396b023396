def list = [1, 'two', 3.0, null]
println list
println list.size()
list << 4
list.add(5)
list += [6]
println list
println list[0] + ' ' + list[-1] + ' ' + list[99]
list[9] = 'far'
println list
println list.isEmpty()
println list.contains('two')
println list.indexOf(3.0)
