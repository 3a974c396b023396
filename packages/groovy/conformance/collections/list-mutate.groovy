def list = [5, 3, 8, 1]
list.remove(0)
println list
list.removeElement(8)
println list
list.add(1, 99)
println list
list.addAll([7, 7])
println list
println list.pop()
list.push(0)
println list
list.set(0, 'first')
println list
list.removeAll([7, 0])
println list
list.retainAll { it != 99 }
println list
list.clear()
println list
