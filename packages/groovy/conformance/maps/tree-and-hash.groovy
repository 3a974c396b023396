def t = new TreeMap()
[5, 1, 3].each { t[it] = "v$it" }
println t
println t.keySet() as List
t.remove(1)
println t.firstKey() + ' ' + t.lastKey()
def h = new HashMap([b: 1, a: 2])
println h.get('a') + h['b']
def s = new LinkedHashSet([3, 1, 3])
s.add(2)
println s
println s.contains(1)
println new ArrayList([1, 2]) + new LinkedList([3])
