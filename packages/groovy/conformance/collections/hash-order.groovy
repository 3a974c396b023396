def s = new HashSet(['pear', 'apple', 'fig', 'kiwi', 'banana', 'cherry'])
println s
def m = new HashMap()
['speed', 'rpm', 'voltage', 'temperature', 'gear'].eachWithIndex { k, i -> m[k] = i }
println m
println(['b', 'a', 'c'].toSet())
println([100, 5, 33, 17].toSet())
def t = new TreeMap([c: 1, a: 2, b: 3])
println t
println t.firstKey()
